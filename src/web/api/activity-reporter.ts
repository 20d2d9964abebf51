import { reportActivity } from './call.ts';
import { isReportDue, readActivity, readReport, writeReport } from './idle.ts';
import { isSecurePage } from './encrypted-storage.ts';

/** After a report that did not arrive, such as without a network. */
const RETRY_INTERVAL = 10_000;

/**
 * Reports a person's activity to the server as seconds since the last sign of it, so that the
 * clocks of browser and server need not agree. Tabs that share a session share its reports.
 */
export class ActivityReporter {
  #retryAt = 0;
  #isReporting = false;

  /** Reports activity that is new since the last report, at most once in an interval. */
  reportDue(now: number): void {
    if (isReportDue(now, readActivity(now), readReport(now, this.#storage())))
      this.#report(now, {});
  }

  /** Reports activity that is new since the last report at once, also where the page is left. */
  reportNow(now: number): void {
    if (readActivity(now) <= readReport(now, this.#storage())) return;
    this.#retryAt = 0;
    this.#report(now, { keepalive: true });
  }

  #report(now: number, { keepalive = false }: { keepalive?: boolean }): void {
    if (this.#isReporting || now < this.#retryAt) return;
    const storage = this.#storage();
    const before = readReport(now, storage);
    this.#isReporting = true;
    // Written first, so that another tab does not report the same.
    writeReport(now, storage);
    reportActivity(Math.max(0, now - readActivity(now)) / 1000, keepalive)
      .catch(() => {
        if (readReport(now, storage) === now) writeReport(before, storage);
        this.#retryAt = now + RETRY_INTERVAL;
      })
      .finally(() => {
        this.#isReporting = false;
      });
  }

  /** The storage of the session itself: without https each tab has its own session. */
  #storage(): Storage {
    return isSecurePage ? localStorage : sessionStorage;
  }
}
