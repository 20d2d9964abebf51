import { CallError } from '../../../api/request.ts';

/** A purchase that is open on the server, as the request to the phone names it. */
type Opened = { purchaseId: string; phone: string };

/**
 * The purchase that a form has opened, for another request to the phone where the first one failed. The server asks the
 * payer of one purchase once; a second purchase for the same wish would ask twice.
 */
export class OpenedPurchase {
  #last: { asked: string; opened: Opened } | null = null;

  /** @param asked the request that opened it, as text, with its price */
  keep(asked: string, opened: Opened): void {
    this.#last = { asked, opened };
  }

  /** The one that this request has opened already, unless it has ended. */
  find(asked: string): Opened | undefined {
    return this.#last?.asked === asked ? this.#last.opened : undefined;
  }

  /** Notes that the phone could not be asked. A purchase that is gone or has ended takes no other request. */
  failed(failure: unknown): void {
    if (failure instanceof CallError && (failure.status === 404 || failure.status === 409))
      this.#last = null;
  }
}
