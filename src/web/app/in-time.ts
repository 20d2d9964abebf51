const SLOWEST_SCREEN = 120_000;

/** A screen that does not come within the limit is an error that can be tried again, not an endless wait. */
export function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the screen did not load in time')),
      SLOWEST_SCREEN,
    );
    loading.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
