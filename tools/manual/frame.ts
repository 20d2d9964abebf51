import type { Language } from './book.ts';

/** What the manual says of itself, around its chapters. */
export const FRAME = {
  en: {
    title: 'User manual', name: 'English', contents: 'Contents', chapters: 'Chapters', onThisPage: 'On this page', search: 'Search the manual', none: 'Nothing found. Try another word.', pdf: 'Download as PDF', portal: 'To the portal',
    previous: 'Previous', next: 'Next', skip: 'Skip to the text', language: 'Language', version: 'Version {version}', found: 'Found', page: 'Page {page}',
    missing: 'There is no such page', missingText: 'The chapters of the manual stand in the menu.',
  },
  pt: {
    title: 'Manual do utilizador', name: 'Português', contents: 'Conteúdo', chapters: 'Capítulos', onThisPage: 'Nesta página', search: 'Procurar no manual', none: 'Nada encontrado. Tente outra palavra.', pdf: 'Descarregar em PDF', portal: 'Para o portal',
    previous: 'Anterior', next: 'Seguinte', skip: 'Saltar para o texto', language: 'Idioma', version: 'Versão {version}', found: 'Encontrado', page: 'Página {page}',
    missing: 'Esta página não existe', missingText: 'Os capítulos do manual estão no menu.',
  },
} as const satisfies Record<Language, Record<string, string>>;
