/* What tests look at in a page, each in one trip. An expression, whose functions tests call. */
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const tidy = (text) => (text ?? '').trim().replace(/\s+/g, ' ');
  const visible = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  /** What a reader is told: signs beside the words are left out, whether drawn yet or not. */
  const said = (one) => {
    const copy = one?.cloneNode(true);
    copy?.querySelectorAll('svg, [role=timer]').forEach((sign) => sign.remove());
    return tidy(copy?.textContent);
  };
  const nameOf = (one) => tidy(one.ariaLabel ?? one.textContent).slice(0, 48);
  const inside = (x, y, box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  const CONTROL = 'button, a, label, summary, input, select';

  const MOVES = ['translate', 'transform', 'scale', 'rotate', 'left', 'top', 'offsetDistance'];
  /** Whether something goes from one place or colour to another now; what only glows may go on. */
  const moves = (one) =>
    one.playState === 'running' &&
    one.effect?.getComputedTiming().endTime !== Infinity &&
    (one instanceof CSSTransition || one.effect.getKeyframes().some((frame) => MOVES.some((what) => what in frame)));

  /** What the page is still busy with, by its own word and by the browser's; empty: it is settled. */
  function unsettled() {
    const { busy } = document.documentElement.dataset;
    if (busy !== '') return busy ?? 'not there yet';
    if (document.readyState !== 'complete') return 'loading the page';
    if (document.fonts.status !== 'loaded') return 'loading letters';
    if ([...document.images].some((one) => !one.complete)) return 'loading pictures';
    return document.getAnimations().some(moves) ? 'moving' : '';
  }

  let [changes, looked] = [0, -1];
  let wake = () => undefined;
  const ALL = { subtree: true, childList: true, characterData: true, attributes: true };
  const noticed = () => {
    changes++;
    wake();
  };
  new MutationObserver(noticed).observe(document, ALL);

  /** Until something in the page changes, or for so many milliseconds. */
  const news = (longest) =>
    new Promise((done) => {
      const timer = setTimeout(done, longest);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });

  /** Comes back when the page is settled; long before a test gives up it says what it waits for. */
  async function settle(patience = 150_000) {
    const end = performance.now() + patience;
    for (let what = unsettled(); what; what = unsettled()) {
      if (performance.now() > end) throw new Error(`the page is not settled: ${what}`);
      await news(25);
    }
  }

  /** Comes back when something in the page has changed since it was looked at, or after a while. */
  async function change(patience = 2000) {
    if (changes === looked) await news(patience);
  }

  /** Comes back when the page is settled and drawn: what measures itself has seen a new size. */
  async function drawn() {
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
    await settle();
  }

  function* textNodes() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.data.trim() && !node.parentElement.closest('script, style, noscript')) yield node;
    }
  }

  function* above(one) {
    for (let now = one; now; now = now.parentElement) yield now;
  }

  /** Whether a point of a text is cut off by something around it. */
  const clipped = (home, x, y) =>
    [...above(home)].some((one) => {
      const style = getComputedStyle(one);
      const cuts = style.overflow !== 'visible' && style.display !== 'inline';
      return (cuts || style.clipPath !== 'none') && !inside(x, y, one.getBoundingClientRect());
    });

  /** Whether the eye meets this text at a point, rather than something that lies over it. */
  function meets(home, x, y) {
    const top = document.elementFromPoint(x, y);
    const control = home.closest(CONTROL);
    return top && (home.contains(top) || top.contains(home) || (control && control.contains(top)));
  }

  /** Every piece of text that can be seen, with its colour and where it stands. */
  function texts() {
    const found = [];
    const range = document.createRange();
    for (const node of textNodes()) {
      const home = node.parentElement;
      if (!visible(home) || home.closest('.sr, :disabled, option, svg')) continue;
      range.selectNodeContents(node);
      const { color, fontSize, fontWeight } = getComputedStyle(home);
      const opacity = [...above(home)].reduce((all, one) => all * Number(getComputedStyle(one).opacity), 1);
      for (const box of range.getClientRects()) {
        const across = [box.x + 2, box.x + box.width / 2, box.right - 2];
        const points = [0.2, 0.5, 0.8].flatMap((down) => across.map((x) => [x, box.y + down * box.height]));
        if (box.width < 3 || points.some(([x, y]) => clipped(home, x, y) || !meets(home, x, y))) continue;
        found.push({
          text: tidy(node.data).slice(0, 48),
          box: [box.x, box.y, box.width, box.height],
          colour: color,
          size: parseFloat(fontSize),
          weight: Number(fontWeight),
          opacity,
        });
      }
    }
    return found;
  }

  /** Take the letters away, so that only what is behind them is left; or give them back. */
  function clear(away) {
    const kept = document.adoptedStyleSheets.filter((sheet) => !sheet.ofTests);
    const sheet = Object.assign(new CSSStyleSheet(), { ofTests: true });
    sheet.replaceSync(`*, *::before, *::after, *::placeholder {
      -webkit-text-fill-color: transparent !important;
      text-shadow: none !important;
      text-decoration: none !important;
      caret-color: transparent !important;
      animation: none !important;
      transition: none !important;
    }`);
    document.adoptedStyleSheets = away ? [...kept, sheet] : kept;
  }

  /** How much room a finger has, though the drawing may be smaller: see `::after` of a clause. */
  function reach(one) {
    const target = one.matches('input') ? (one.closest('label') ?? one) : one;
    const { width, height } = target.getBoundingClientRect();
    const more = getComputedStyle(one, '::after');
    const spread = more.content !== 'none' && more.position === 'absolute';
    const [wide, high] = spread ? [parseFloat(more.left) || 0, parseFloat(more.top) || 0] : [0, 0];
    return Math.round(Math.min(width - 2 * wide, height - 2 * high));
  }

  /** A word among others, such as the number of a clause in a sentence. */
  function inText(one) {
    const home = one.closest('p, li, td, th');
    const flows = getComputedStyle(one).display.startsWith('inline');
    return flows && home && tidy(home.textContent).length > tidy(one.textContent).length + 12;
  }

  /** What is too wide for the screen, cut off at its side, or smaller than a finger. */
  function cramped(smallest) {
    const found = [];
    const wide = document.scrollingElement.scrollWidth - innerWidth;
    if (wide > 0) found.push(`the page is ${wide} pixels too wide`);
    for (const one of all(CONTROL)) {
      const box = one.getBoundingClientRect();
      if (!visible(one) || !box.width || one.closest('.sr, .skip, [inert]') || one.disabled) continue;
      if (box.left < -1 || box.right > innerWidth + 1) found.push(`${nameOf(one)}: cut off at the side`);
      if (!one.matches('label') && !inText(one) && reach(one) < smallest) {
        found.push(`${nameOf(one)}: small, ${Math.round(box.width)} by ${Math.round(box.height)}`);
      }
    }
    return [...new Set(found)];
  }

  /** What hides whatever of a text does not fit into it: its box, and whether it scrolls instead. */
  function frames(node) {
    const found = [];
    for (let one = node.parentElement; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(one);
      if (/auto|scroll/.test(overflowX + overflowY)) return found; // the rest can be had
      if (/hidden|clip/.test(overflowX + overflowY)) found.push(one.getBoundingClientRect());
      if (position === 'fixed') return found;
    }
    return [...found, new DOMRect(0, -1e6, innerWidth, 2e6)];
  }

  /** Whether the whole is told elsewhere, or this is for ears only. */
  const toldElsewhere = (one) => one.closest('[title], .sr, .skip') !== null;

  /** Texts of which a part cannot be seen: at the side at all, above or below by half a line. */
  function cut() {
    const found = [];
    for (const node of textNodes()) {
      const parent = node.parentElement;
      if (!tidy(node.data) || !visible(parent) || toldElsewhere(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter((line) => line.width > 1);
      const around = frames(node);
      if (around.some(({ width }) => width <= 2)) continue; // for ears only
      const aside = (line) => around.some(({ left, right }) => line.left < left - 2 || line.right > right + 2);
      const below = (line) => around.some(({ top, bottom }) => line.top + line.height / 2 < top || line.bottom - line.height / 2 > bottom);
      const inHand = parent.closest('.card') !== null; // on small screens a hand shows the upper part of its cards
      if (lines.some(aside) || (!inHand && lines.some(below))) found.push(`${tidy(node.data).slice(0, 60)}: cut off`);
    }
    return [...new Set(found)];
  }

  /** All that a page says to eyes and ears, piece by piece; not what is in another language. */
  function sayings() {
    const foreign = '[lang]:not(html), [role=log], [role=alert], [role=status]';
    const names = ['aria-label', 'title', 'alt', 'placeholder', 'aria-valuetext'];
    const written = [...textNodes()].filter((node) => !node.parentElement.closest(foreign)).map((node) => node.data);
    const named = all('*').filter((one) => !one.closest(foreign)).flatMap((one) => names.map((name) => one.getAttribute(name)));
    return [...new Set([...written, ...named, document.title].map(tidy).filter(Boolean))];
  }

  /** A point of a thing on the table where nothing else lies over it. */
  function bare(spot) {
    const { x, y, width, height } = spot.getBoundingClientRect();
    const places = [[0.5, 0.5], [0.15, 0.2], [0.85, 0.2], [0.15, 0.8], [0.85, 0.8], [0.5, 0.9]];
    const points = places.map(([dx, dy]) => [x + dx * width, y + dy * height]);
    return points.find(([px, py]) => document.elementFromPoint(px, py)?.closest('[data-spot]') === spot) ?? null;
  }

  /** Where a settled page is in its game: how much has happened, what is asked, whether it is over. */
  async function stand() {
    await settle();
    looked = changes;
    const table = document.querySelector('.tatami-table');
    const over = document.querySelector('[data-hint=prompt]') === null && document.querySelector('a[href^="/r/"]') !== null;
    return [over ? -1 : Number(table?.dataset.happened ?? 0), table?.dataset.ask ?? '', over];
  }

  /** How much has happened as far as it is shown, settled or not. */
  const shown = () => Number(document.querySelector('.tatami-table')?.dataset.happened ?? -1);

  /** What somebody sees of a table that is settled. */
  async function look() {
    await settle();
    looked = changes;
    const prompt = document.querySelector('[data-hint=prompt]');
    const spots = all('[data-spot]').filter((one) => one.checkVisibility());
    return {
      asked: prompt?.querySelectorAll('.question').length ?? 0,
      words: said(prompt),
      lit: spots.filter((one) => one.matches('.lit, .lit > *')).map((one) => one.dataset.spot),
      log: all('ol[tabindex] > li').map((one) => said(one.querySelector('span') ?? one)),
      heading: tidy(document.querySelector('h1')?.textContent),
      result: !prompt && document.querySelector('a[href^="/r/"]') !== null,
      points: Object.fromEntries(spots.map((one) => [one.dataset.spot, bare(one)]).reverse()),
    };
  }

  /** Where the focus is, and which arrows lead from there to a goal, likely ones first. */
  function ways(goal) {
    const here = document.activeElement;
    if (here === goal) return [];
    if (!here?.dataset.spot) return ['', 'ArrowDown'];
    const [a, b] = [here, goal].map((one) => one.getBoundingClientRect());
    const dx = b.x + b.width / 2 - a.x - a.width / 2;
    const dy = b.y + b.height / 2 - a.y - a.height / 2;
    const across = dx > 0 ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    const along = dy > 0 ? ['ArrowDown', 'ArrowUp'] : ['ArrowUp', 'ArrowDown'];
    const [one, two] = Math.abs(dx) > Math.abs(dy) ? [across, along] : [along, across];
    return [`${here.dataset.spot} ${a.x}`, one[0], two[0], two[1], one[1]];
  }

  /** Where prompt, options and hand are, and whether something lies over them. */
  function nearby() {
    const parts = all('[data-hint=prompt], [data-hint=prompt] button, [data-mine]').filter(visible);
    return parts.map((one) => {
      const box = one.getBoundingClientRect();
      const fits = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(20, box.height / 2));
      return { name: nameOf(one), fits, covered: !one.contains(top), box: [box.x, box.y, box.width, box.height].map(Math.round) };
    });
  }

  /** Text that its own box cuts off without saying so by dots. */
  function hidden() {
    const cut = (one) => {
      const { overflowX, textOverflow, display } = getComputedStyle(one);
      return display !== 'inline' && one.clientWidth > 2 && overflowX === 'hidden' && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 2;
    };
    const homes = [...textNodes()].map((node) => node.parentElement);
    const seen = homes.filter((one) => visible(one) && !one.closest('.sr, [aria-hidden=true], svg'));
    return [...new Set(seen.filter(cut).map((one) => `${nameOf(one)}: cut off`))];
  }

  /** Armies whose strength something else lies over, or that reach out of their province. */
  function armies() {
    return all('[data-spot^="zone:army"]').flatMap((one) => {
      const [own, home] = [one, one.closest('section')].map((each) => each.getBoundingClientRect());
      const sign = [...one.querySelectorAll('[aria-hidden=true]')].find((each) => /^\d+$/.test(tidy(each.textContent)));
      const box = sign?.getBoundingClientRect();
      const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const out = own.bottom > home.bottom + 2 || own.left < home.left - 2 || own.right > home.right + 2;
      const covered = top && !one.contains(top) && !top.contains(one) && !top.matches('.ground');
      return [out && `${nameOf(one)}: outside`, covered && `${nameOf(one)}: strength is covered`].filter(Boolean);
    });
  }

  return { texts, hidden, armies, clear, cramped, cut, sayings, settle, drawn, change, stand, shown, news, look, ways, nearby };
})()
