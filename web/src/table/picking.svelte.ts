/** A pick under way: which of the offered items are taken, before they are handed in together. */
import type { OfferState } from '../protocol';

export class Picking {
  /** Places among the items, by ask. */
  #taken = $state.raw<ReadonlyMap<number, ReadonlySet<number>>>(new Map());
  readonly #offers: () => readonly OfferState[];

  constructor(offers: () => readonly OfferState[]) {
    this.#offers = offers;
  }

  #of(offer: OfferState): ReadonlySet<number> {
    return this.#taken.get(offer.ask) ?? new Set();
  }

  /** How many are taken. */
  count(offer: OfferState): number {
    return this.#of(offer).size;
  }

  /** Whether the item at that place is taken. */
  has(offer: OfferState, place: number): boolean {
    return this.#of(offer).has(place);
  }

  /** Whether so many may be handed in. */
  whole(offer: OfferState): boolean {
    return this.count(offer) >= offer.low && this.count(offer) <= offer.high;
  }

  /** The items that are taken, to be sent. */
  items(offer: OfferState): number[] {
    return offer.items.filter((_, place) => this.has(offer, place));
  }

  /** Take the item at a place, or put it back; false where no more may be taken. */
  flip(offer: OfferState, place: number): boolean {
    const taken = new Set(this.#of(offer));
    if (!taken.delete(place)) {
      if (taken.size >= offer.high) return false;
      taken.add(place);
    }
    const open = new Set(this.#offers().map((one) => one.ask));
    const kept = [...this.#taken].filter(([ask]) => open.has(ask));
    this.#taken = new Map([...kept, [offer.ask, taken]]);
    return true;
  }

  /** Take one more item of an option; where all are taken, put one back. */
  toggle(offer: OfferState, option: number): boolean {
    const places = this.#places(offer, option);
    const free = places.find((place) => !this.has(offer, place));
    const chosen = free ?? places[0];
    return chosen !== undefined && this.flip(offer, chosen);
  }

  /** The nth of several equal cards. */
  toggleNth(offer: OfferState, option: number, nth: number): boolean {
    const place = this.#places(offer, option)[nth];
    return place !== undefined && this.flip(offer, place);
  }

  /** Whether the nth of several equal cards is taken. */
  hasNth(offer: OfferState, option: number, nth: number): boolean {
    const place = this.#places(offer, option)[nth];
    return place !== undefined && this.has(offer, place);
  }

  #places(offer: OfferState, option: number): number[] {
    return offer.items.flatMap((item, place) => (item === option ? [place] : []));
  }
}
