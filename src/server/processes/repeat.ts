/**
 * Repeats `work` with a pause between, until stopped. A failure does not end it.
 * @param failed called at the first failure in a row
 */
export function repeat(
  milliseconds: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let failing = false;
  let wake: (() => void) | undefined;
  const running = (async () => {
    while (!stopped) {
      await work().then(
        () => {
          failing = false;
        },
        (error: unknown) => {
          if (!failing) failed(error);
          failing = true;
        },
      );
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    async stop() {
      stopped = true;
      wake?.();
      await running;
    },
  };
}
