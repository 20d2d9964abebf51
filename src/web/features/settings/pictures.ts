/** Picture types that the server accepts. */
export const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
export const MOST_BYTES = 5 * 1024 * 1024;
