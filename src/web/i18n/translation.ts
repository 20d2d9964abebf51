/** The same keys with words of another language; Portuguese has a plural of its own for millions (CLDR 'many'), without which they fall back to English, and may say nought in the plural, as Europe does. */
export type Translation<W> = {
  readonly [K in keyof W]: W[K] extends string ? string : Translation<W[K]>;
} & {
  readonly [K in keyof W as K extends `${infer Base}_other` ? `${Base}_many` : never]: string;
} & {
  readonly [K in keyof W as K extends `${infer Base}_other` ? `${Base}_zero` : never]?: string;
};
export type Partially<W> = {
  readonly [K in keyof W]?: W[K] extends string ? string : Partially<W[K]>;
};
