// Forms of whole numbers, each between two limits.
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';

export type Bounds = readonly [least: number, most: number];

/** The rule of each field: a whole number within its limits. */
export function rulesOf<Name extends string>(bounds: Readonly<Record<Name, Bounds>>, t: TFunction) {
  const rule = ([least, most]: Bounds) =>
    z.string().check(
      z.trim(),
      z.refine(
        (written) => /^\d+$/.test(written) && Number(written) >= least && Number(written) <= most,
        { error: t('monitoring.settings.wrong', { least, most }) },
      ),
    );
  return Object.fromEntries(
    Object.entries<Bounds>(bounds).map(([name, each]) => [name, rule(each)]),
  ) as Record<Name, ReturnType<typeof rule>>;
}

/** The numbers as text fields hold them. */
export function textsOf<Name extends string>(
  bounds: Readonly<Record<Name, Bounds>>,
  numbers: Readonly<Record<Name, number>>,
): Record<Name, string> {
  return Object.fromEntries(
    (Object.keys(bounds) as Name[]).map((name) => [name, String(numbers[name])]),
  ) as Record<Name, string>;
}

/** The numbers that text fields hold. */
export function numbersOf<Name extends string>(
  bounds: Readonly<Record<Name, Bounds>>,
  texts: Readonly<Record<Name, string>>,
): Record<Name, number> {
  return Object.fromEntries(
    (Object.keys(bounds) as Name[]).map((name) => [name, Number(texts[name])]),
  ) as Record<Name, number>;
}
