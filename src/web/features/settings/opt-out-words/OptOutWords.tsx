import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { optOutWords } from '../../../../contract/api/opt-out-words.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { messageOf } from '../../../api/call.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { Rows } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { TabbedPage } from '../../../ui/page/TabbedPage.tsx';
import { Answers } from './Answers.tsx';
import { CarrierWords } from './CarrierWords.tsx';
import { Keywords } from './Keywords.tsx';
import { TryText } from './TryText.tsx';

const PARTS = ['keywords', 'answers', 'codes'] as const;
const ADDRESS = '/dashboard/settings/opt-out-words';

/** The words that opt out or in: of phones, of carriers, and the answers that phones get. */
export function OptOutWords() {
  const { t } = useTranslation();
  const me = useMe();
  const edits = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  const query = useGet(optOutWords.list, {});
  const [parameters] = useSearchParams();
  const part = PARTS.find((each) => each === parameters.get('part')) ?? 'keywords';
  return (
    <TabbedPage
      title={t('optOutWords.title')}
      purpose={t('optOutWords.purpose')}
      back={{ to: '/dashboard/settings/platform?part=optOut', label: t('settings.tabs.platform') }}
      tabs={PARTS.map((name) => ({
        name,
        label: t(`optOutWords.tabs.${name}`),
        to: name === 'keywords' ? ADDRESS : `${ADDRESS}?part=${name}`,
      }))}
      tab={part}
      tabsLabel={t('optOutWords.tabList')}
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
          {part === 'keywords' && <Keywords rows={query.data.keywords} edits={edits} />}
          {part === 'answers' && <Answers rows={query.data.answers} edits={edits} />}
          {part !== 'codes' && <TryText />}
          {part === 'codes' && <CarrierWords rows={query.data.codes} edits={edits} />}
        </Rows>
      )}
    </TabbedPage>
  );
}
