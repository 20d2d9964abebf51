// The words with which phones opt out or in, those of carriers that say so, and the answers to phones.
import * as z from 'zod/mini';
import { done, endpoint, PORTAL } from '../endpoint.ts';
import { day } from '../shared/day-field.ts';
import { singleLine } from '../shared/fields.ts';
import { COUNTRY_CODES } from '../shared/countries.ts';
import { RECEIVER_LANGUAGES } from '../shared/receiver-languages.ts';

/** STOP ends promotional messages, STOP_EVERYTHING all but codes and alerts; START undoes both. */
export const KEYWORD_REQUESTS = ['STOP', 'STOP_EVERYTHING', 'START'] as const;
export type KeywordRequest = (typeof KEYWORD_REQUESTS)[number];
/** The reach of a carrier's word: promotional messages of the sender ID, or of all of the account's. */
export const CODE_APPLIES = ['SENDER', 'ALL'] as const;

/** Empty for every country. */
const country = z.union([z.literal(''), z.enum(COUNTRY_CODES)]);
const language = z.enum(RECEIVER_LANGUAGES);
const asks = z.enum(KEYWORD_REQUESTS);

const keyword = z.object({
  /** The word in capitals, without accents and punctuation, as a phone's text is compared. */
  word: singleLine(40),
  country,
  language,
  asks,
});
export type OptOutKeyword = z.output<typeof keyword>;

const carrierCode = z.object({
  /** In lower case. */
  code: singleLine(80),
  applies: z.enum(CODE_APPLIES),
  /** The source of this, and the day it was checked. */
  source: singleLine(500),
  checkedOn: day,
});
export type CarrierCode = z.output<typeof carrierCode>;

const answer = z.object({
  country,
  language,
  asks,
  /** `{name}` stands for the account's name, `{number}` for the number that the phone wrote to. */
  text: singleLine(300),
});
export type OptOutAnswerText = z.output<typeof answer>;

export const optOutWords = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/optoutwords`,
    who: 'platform.read',
    summary:
      'The words with which phones opt out or in, those of carriers that say so, and the answers to phones',
    input: z.object({}),
    output: z.object({
      keywords: z.array(keyword),
      codes: z.array(carrierCode),
      answers: z.array(answer),
    }),
  }),
  tryText: endpoint({
    method: 'GET',
    path: `${PORTAL}/optoutwords/try`,
    who: 'platform.read',
    summary: 'What a text of a phone would do; nothing is stored',
    input: z.object({
      text: z.string().check(z.minLength(1), z.maxLength(1600)),
      country: z.enum(COUNTRY_CODES),
    }),
    output: z.object({
      /** The text as it is compared with the words; empty for a text that is too long to be one. */
      word: z.string(),
      /** Null for a text that asks for nothing. */
      keyword: z.nullable(keyword),
      /** The answer of an account that answers; null where there is no text for it. */
      answer: z.nullable(z.string()),
    }),
  }),
  putKeyword: endpoint({
    method: 'PUT',
    path: `${PORTAL}/optoutwords/keywords`,
    who: 'platform.edit',
    summary: 'Set what a word of phones asks for, in a country or in every country',
    input: keyword,
    output: keyword,
  }),
  removeKeyword: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/optoutwords/keywords`,
    who: 'platform.edit',
    summary: 'Remove a word of phones: it then asks for nothing',
    input: z.object({ word: keyword.shape.word, country: z._default(country, '') }),
    output: done,
  }),
  putCode: endpoint({
    method: 'PUT',
    path: `${PORTAL}/optoutwords/codes`,
    who: 'platform.edit',
    summary: 'Set a word or code by which carriers say that a person opted out',
    input: carrierCode,
    output: carrierCode,
  }),
  removeCode: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/optoutwords/codes`,
    who: 'platform.edit',
    summary: 'Remove a word or code of carriers: numbers are no longer suppressed by it',
    input: z.object({ code: carrierCode.shape.code }),
    output: done,
  }),
  putAnswer: endpoint({
    method: 'PUT',
    path: `${PORTAL}/optoutwords/answers`,
    who: 'platform.edit',
    summary: 'Set the text that answers a word, by country and language',
    input: answer,
    output: answer,
  }),
  removeAnswer: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/optoutwords/answers`,
    who: 'platform.edit',
    summary:
      'Remove the text of an answer, so that the one for every country or in English applies',
    input: z.object({ country: z._default(country, ''), language, asks }),
    output: done,
  }),
};
