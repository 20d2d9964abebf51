/** The page of a browser that keeps nothing, by language; apart from the other texts, which need the storage to be chosen. */
export const STORAGE_BLOCKED = {
  en: {
    title: 'Allow cookies for this site',
    text: 'Your browser blocks cookies and site data here, so you cannot sign in. Allow them for this site in the browser’s settings, then reload the page.',
  },
  pt: {
    title: 'Permita cookies neste site',
    text: 'O seu navegador bloqueia aqui os cookies e os dados de sites, por isso não pode entrar. Permita-os para este site nas definições do navegador e recarregue a página.',
  },
  sw: {
    title: 'Ruhusu vidakuzi kwa tovuti hii',
    text: 'Kivinjari chako kinazuia vidakuzi na data ya tovuti hapa, kwa hivyo huwezi kuingia. Viruhusu kwa tovuti hii katika mipangilio ya kivinjari, kisha upakie ukurasa upya.',
  },
} as const;
