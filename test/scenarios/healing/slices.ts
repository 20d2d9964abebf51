/** Verdicts of slices of seeds, and their sum. */
import type { Tried } from './simulation.ts';

export type Slice = {
  commit: string;
  cpuSeconds: number;
  tried: { seed: number; healthy: Tried; faulty: Tried }[];
};

/** `0-19` or `7`. @throws where it is neither */
export function readSeeds(given: string): number[] {
  const [, first, last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(given) ?? [];
  const count = Number(last) - Number(first) + 1;
  if (first === undefined || count < 1)
    throw new Error(`--seeds is a range such as 0-19, not ${given}`);
  return Array.from({ length: count }, (_, at) => Number(first) + at);
}

/**
 * Sums slices to one verdict. A line says what is open: a seed that failed, and slices that do not
 * make one run: of several commits, with a seed twice, or with a seed missing between others.
 */
export function sumOf(slices: readonly Slice[]): {
  lines: string[];
  figures: Record<string, unknown>;
} {
  const tried = slices.flatMap((slice) => slice.tried).toSorted((a, b) => a.seed - b.seed);
  const commits = [...new Set(slices.map(({ commit }) => commit))];
  const seeds = tried.map(({ seed }) => seed);
  const broken = [
    ...(tried.length === 0 ? ['no seed was tried'] : []),
    ...(commits.length > 1 ? [`the slices are of several commits: ${commits.join(', ')}`] : []),
    ...seeds.flatMap((seed, at) => {
      const before = seeds[at - 1];
      if (before === undefined || before === seed - 1) return [];
      return before === seed
        ? [`seed ${seed} was tried twice`]
        : [`seeds ${before + 1} to ${seed - 1} were not tried`];
    }),
  ];
  const failed = tried.flatMap(({ healthy, faulty }) => [...healthy.open, ...faulty.open]);
  const figure = (name: 'foundSeconds' | 'relievedSeconds' | 'backSeconds') => {
    const ordered = tried.flatMap(({ faulty }) => faulty[name] ?? []).toSorted((a, b) => a - b);
    return { middle: ordered[Math.floor(ordered.length / 2)], worst: ordered.at(-1) };
  };
  const lines = [...broken, ...failed];
  return {
    lines,
    figures: {
      commit: commits.join(', '),
      seeds: seeds.length,
      first: seeds[0],
      last: seeds.at(-1),
      healthyMoved: tried.filter(({ healthy }) => healthy.open.length > 0).length,
      faultsMissed: tried.filter(({ faulty }) => faulty.open.length > 0).length,
      found: figure('foundSeconds'),
      relieved: figure('relievedSeconds'),
      back: figure('backSeconds'),
      cpuSeconds: Math.round(slices.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)),
      open: lines.length,
    },
  };
}
