// The requests of a page, and how far its parts move while it is drawn.
import type { Page } from '@playwright/test';

type Shift = { value: number; moved: string[] };
type Watching = { readShifts(): Shift[] };

/** Watches how parts move on every page that is opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    const seen: Shift[] = [];
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries as Entry[])
        if (!entry.hadRecentInput)
          seen.push({
            value: entry.value,
            moved: entry.sources.map(({ node }) =>
              node instanceof Element
                ? `${node.tagName} ${(node.textContent ?? '').slice(0, 40)}`
                : String(node?.textContent).slice(0, 40),
            ),
          });
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    (globalThis as unknown as Watching).readShifts = () => {
      note(observer.takeRecords());
      return seen;
    };
  });
}

/** The sum of the shifts on the page so far, as browsers count them, and the parts that moved. */
export async function readShifts(page: Page): Promise<{ sum: number; shifts: Shift[] }> {
  // The shifts of a frame are known after it.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  const shifts = await page.evaluate(() => (globalThis as unknown as Watching).readShifts());
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), shifts };
}

/** The requests that reach the network while something is done, as method and path, and their bytes as they are sent. */
export async function recordRequests(
  page: Page,
  work: () => Promise<void>,
): Promise<{ requests: string[]; bytes: number }> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const methods = new Map<string, string>();
  // Files that an earlier page fetched come from memory or from disk, and ask nobody.
  const cached = new Set<string>();
  const requests: string[] = [];
  let bytes = 0;
  network.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  network.on('Network.requestWillBeSent', ({ requestId, request }) =>
    methods.set(requestId, request.method),
  );
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.startsWith('http') && !response.fromDiskCache && !cached.has(requestId))
      requests.push(`${methods.get(requestId) ?? ''} ${new URL(response.url).pathname}`);
  });
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await work();
  await network.detach();
  return { requests, bytes };
}
