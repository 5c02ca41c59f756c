/* Keeps all that live regions of a page say, in their order, as a screen reader would speak it. */
(() => {
  const LIVE = '[aria-live], [role=log], [role=alert], [role=status]';
  const tidy = (text) => (text ?? '').trim().replace(/\s+/g, ' ');
  const regionOf = (node) => (node instanceof Element ? node : node.parentElement)?.closest(LIVE);

  function hear(node) {
    const region = regionOf(node.parentElement ?? node);
    const text = region && tidy(node.textContent);
    if (!text) return;
    const urgent = region.role === 'alert' || region.ariaLive === 'assertive';
    window.heard.push({ text, urgent });
  }

  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) hear(node);
  }).observe(document, { childList: true, subtree: true });
})();
