/** The place in the name of a time zone: Dar es Salaam. */
export const cityOf = (zone: string): string => zone.replace(/^.*\//, '').replaceAll('_', ' ');
