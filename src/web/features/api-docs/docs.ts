import { createContext, useContext } from 'react';
import type { OpenApi } from '../../../contract/openapi/types.ts';
import type { SampleLanguage } from '../../parts/texts/samples.ts';

/** Shared context of the documentation. */
export type Docs = {
  readonly document: OpenApi;
  /** The reader's own host, which every example names. */
  readonly origin: string;
  readonly language: SampleLanguage;
  chooseLanguage(language: SampleLanguage): void;
  /** In this page's memory alone: gone with it. */
  readonly apiKey: string;
  setApiKey(key: string): void;
  /** True when the signed-in account may create keys. */
  readonly makesKeys: boolean;
};

export const DocsContext = createContext<Docs | null>(null);

export function useDocs(): Docs {
  const docs = useContext(DocsContext);
  if (docs === null) throw new Error('no documentation around this part');
  return docs;
}
