import { useTranslation } from 'react-i18next';
import { KEYWORD_REQUESTS } from '../../../../contract/api/opt-out-words.ts';
import { RECEIVER_LANGUAGES } from '../../../../contract/shared/receiver-languages.ts';
import { COUNTRIES } from '../../../../contract/shared/countries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';

/** Every country, and each of them. */
export function CountryOptions() {
  const { t } = useTranslation();
  const { country: nameOf } = useFormat();
  return (
    <>
      <option value="">{t('optOutWords.everyCountry')}</option>
      {COUNTRIES.map(({ code }) => (
        <option key={code} value={code}>
          {nameOf(code)}
        </option>
      ))}
    </>
  );
}

export function LanguageOptions() {
  const { t } = useTranslation();
  return RECEIVER_LANGUAGES.map((language) => (
    <option key={language} value={language}>
      {t(`verifications.languages.${language}`)}
    </option>
  ));
}

/** The requests that a word may stand for. */
export function RequestOptions() {
  const { t } = useTranslation();
  return KEYWORD_REQUESTS.map((request) => (
    <option key={request} value={request}>
      {t(`optOutWords.requests.${request}`)}
    </option>
  ));
}
