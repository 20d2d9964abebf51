/** A value on an axis that goes to `most`, in the one size that suits all of it. */
export function inSizeOf(most: number, value: number): ['thousands' | 'millions' | null, number] {
  if (value === 0 || most < 10_000) return [null, value];
  return most >= 10_000_000 ? ['millions', value / 1_000_000] : ['thousands', value / 1000];
}
