/** Typefaces of the design system. */
export const SANS =
  "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

// Inter's single-storey a and round quotes.
export const LETTERS = "'cv11', 'ss03'";

export const FIGURES = { fontVariantNumeric: 'tabular-nums' } as const;
