// How much a figure has grown over a run, by the straight line that fits its samples best.

export type Sample = { at: number; value: number };

/** The fitted growth from the first sample to the last, in the figure's own unit; 0 for fewer than two. */
export function growth(samples: readonly Sample[]): number {
  const count = samples.length;
  if (count < 2) return 0;
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / count;
  const [at, value] = [mean((sample) => sample.at), mean((sample) => sample.value)];
  const spread = samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
  if (spread === 0) return 0;
  const together = samples.reduce(
    (sum, sample) => sum + (sample.at - at) * (sample.value - value),
    0,
  );
  return (together / spread) * (samples.at(-1)!.at - samples[0]!.at);
}

export type Limit = { share: number; least: number };

/** A figure is flat where it grew by no more than a share of its mean, or by no more than `least`. */
export function isFlat(samples: readonly Sample[], { share, least }: Limit): boolean {
  const mean = samples.reduce((sum, { value }) => sum + value, 0) / Math.max(1, samples.length);
  return growth(samples) <= Math.max(mean * share, least);
}
