type Words = { readonly [key: string]: string | Words };

/**
 * Words with the plural for none too: "0 caracteres". Browsers know the rule of Brazil alone, where
 * none is singular.
 */
export function withZeros(words: Words): Words {
  const zeros = Object.entries(words).flatMap(([key, word]) =>
    key.endsWith('_other') ? [[key.replace(/_other$/, '_zero'), word] as const] : [],
  );
  return Object.fromEntries([
    ...zeros,
    ...Object.entries(words).map(
      ([key, word]) => [key, typeof word === 'string' ? word : withZeros(word)] as const,
    ),
  ]);
}
