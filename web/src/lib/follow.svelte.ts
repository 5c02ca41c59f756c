/** A list that grows at its end. */

/** So near to the end counts as being there. */
const NEAR = 40;

/** Stay at the newest line, unless somebody reads further up: `{@attach follow(() => lines.length)}`. */
export function follow(length: () => number): (list: HTMLElement) => () => void {
  return (list) => {
    let [atEnd, last] = [true, 0];
    const stay = (): void => void (atEnd && (list.scrollTop = list.scrollHeight));
    list.onscroll = () => {
      const near = list.scrollTop + list.clientHeight > list.scrollHeight - NEAR;
      atEnd = near || (atEnd && list.scrollTop >= last); // a list that grows has not been scrolled
      last = list.scrollTop;
    };
    const sizes = new ResizeObserver(stay);
    sizes.observe(list);
    $effect(() => {
      if (length()) stay();
    });
    return () => sizes.disconnect();
  };
}
