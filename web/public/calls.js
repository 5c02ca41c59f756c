// Phones let only a worker call. It shows nothing by itself: the page does, and this brings the page back.
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(bringBack(event.notification.data));
});

async function bringBack(address) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((one) => one.url === address);
  return page ? page.focus() : clients.openWindow(address);
}
