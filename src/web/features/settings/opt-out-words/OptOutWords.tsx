import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { optOutWords } from '../../../../contract/api/opt-out-words.ts';
import { RECEIVER_LANGUAGES } from '../../../../contract/shared/receiver-languages.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { messageOf } from '../../../api/call.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { Rows } from '../../../ui/layout.tsx';
import { Page, Section } from '../../../ui/Page.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Answers } from './Answers.tsx';
import { CarrierWords } from './CarrierWords.tsx';
import { Keywords } from './Keywords.tsx';
import { TryText } from './TryText.tsx';

const LANGUAGES = ['all', ...RECEIVER_LANGUAGES] as const;
type Language = (typeof LANGUAGES)[number];
type CodeLanguage = (typeof RECEIVER_LANGUAGES)[number];

/** The words that opt out or in: of phones, of carriers, and the answers that phones get. */
export function OptOutWords() {
  const { t } = useTranslation();
  const me = useMe();
  const edits = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  const query = useGet(optOutWords.list, {});
  const [language, setLanguage] = useState<Language>('all');
  const isShown = (row: { language: CodeLanguage }) =>
    language === 'all' || row.language === language;
  return (
    <Page
      title={t('optOutWords.title')}
      purpose={t('optOutWords.purpose')}
      back={{ to: '/dashboard/settings/platform?part=optOut', label: t('settings.tabs.platform') }}
    >
      {query.data === undefined ? (
        query.isError ? (
          <Section>
            <ErrorState
              title={t('list.failed')}
              text={messageOf(query.error)}
              retry={() => void query.refetch()}
            />
          </Section>
        ) : (
          <Skeleton variant="rounded" height={320} />
        )
      ) : (
        <Rows gap={5} isFluid>
          <TryText />
          <ToggleButtonGroup
            exclusive
            size="small"
            value={language}
            aria-label={t('optOutWords.language')}
            onChange={(_event, next: Language | null) => next && setLanguage(next)}
            sx={{ flexWrap: 'wrap' }}
          >
            {LANGUAGES.map((each) => (
              <ToggleButton key={each} value={each}>
                {each === 'all'
                  ? t('optOutWords.everyLanguage')
                  : t(`verifications.languages.${each}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Keywords rows={query.data.keywords.filter(isShown)} edits={edits} />
          <Answers rows={query.data.answers.filter(isShown)} edits={edits} />
          <CarrierWords rows={query.data.codes} edits={edits} />
        </Rows>
      )}
    </Page>
  );
}
