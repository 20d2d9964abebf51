import PhoneIcon from '@mui/icons-material/SmartphoneOutlined';
import SignalIcon from '@mui/icons-material/SignalCellularAlt';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import { sandbox } from '../../../contract/api/sandbox.ts';
import { LIVE, useGet } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat, useNow } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/page/states.tsx';
import { Chooser } from './Chooser.tsx';
import { Recent } from './Recent.tsx';
import { Conversation } from './Conversation.tsx';

type Latest = Output<typeof sandbox.latest>['handsets'];
type People = Output<typeof sandbox.accounts>['accounts'];

/** The phone of one number: its messages, and a way to answer. */
export function Handset({
  phone,
  recent,
  people,
  onPhone,
}: {
  phone: string;
  recent: Latest;
  people: People;
  onPhone(phone: string): void;
}) {
  const { t } = useTranslation();
  const { relative } = useFormat();
  const query = useGet(sandbox.handset, { phone }, { when: phone !== '', every: () => LIVE });
  const wrong = query.error instanceof CallError && query.error.status === 400;
  const now = useNow();
  const latest = recent.map((handset) => ({
    value: handset.phone,
    about: relative(handset.arriveTimestamp, now),
  }));
  const choices = [
    ...latest,
    ...people
      .filter((person) => !recent.some((handset) => handset.phone === person.phone))
      .map((person) => ({ value: person.phone, about: t(`roles.${person.accessLevel}`) })),
  ];
  return (
    <Section title={t('sandbox.phone')}>
      <Chooser
        id="handset"
        type="tel"
        label={t('sandbox.handset.number')}
        hint={t('sandbox.handset.hint')}
        value={phone}
        choices={choices}
        error={wrong ? t('sandbox.handset.wrong') : undefined}
        onChoose={onPhone}
      />
      <Box
        component="section"
        aria-label={t('sandbox.handset.name', { phone: query.data?.phone ?? '' })}
        sx={(theme) => ({
          mt: 5,
          mx: 'auto',
          width: '100%',
          maxWidth: 340,
          height: {
            xs: 'clamp(460px, 100dvh - 120px, 620px)',
            md: 'clamp(460px, 100dvh - 340px, 660px)',
          },
          p: '9px',
          borderRadius: '40px',
          backgroundColor: '#1A222B',
          boxShadow: '0 12px 32px rgb(10 20 30 / 0.18)',
          ...theme.applyStyles('dark', {
            backgroundColor: '#05080B',
            boxShadow: `0 0 0 1px ${theme.vars?.palette.surface.control}`,
          }),
        })}
      >
        <Box
          sx={(theme) => ({
            height: '100%',
            borderRadius: '32px',
            overflow: 'hidden',
            display: 'flex',
            flexDirection: 'column',
            backgroundColor: theme.vars?.palette.background.paper,
          })}
        >
          <StatusBar />
          {query.data === undefined ? (
            <Box sx={{ flex: 1, display: 'grid', alignContent: 'safe center', overflowY: 'auto' }}>
              {query.isError && !wrong ? (
                <ErrorState
                  title={t('list.failed')}
                  text={messageOf(query.error)}
                  retry={() => void query.refetch()}
                />
              ) : (
                <>
                  <EmptyState
                    icon={<PhoneIcon />}
                    title={t('sandbox.handset.choose')}
                    text={t('sandbox.handset.chooseText')}
                  />
                  <Recent label={t('sandbox.handset.recent')} choices={latest} onChoose={onPhone} />
                </>
              )}
            </Box>
          ) : (
            <Conversation phone={query.data.phone} messages={query.data.messages} />
          )}
        </Box>
      </Box>
    </Section>
  );
}

function StatusBar() {
  const { i18n } = useTranslation();
  const now = useNow();
  return (
    <Box
      aria-hidden="true"
      sx={{
        flex: 'none',
        display: 'grid',
        gridTemplateColumns: '1fr auto 1fr',
        alignItems: 'center',
        px: 5,
        pt: 2.5,
        pb: 1,
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 600,
      }}
    >
      <span>
        {new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short', hourCycle: 'h23' }).format(
          now * 1000,
        )}
      </span>
      <Box
        sx={(theme) => ({
          width: 72,
          height: 18,
          borderRadius: '9px',
          backgroundColor: '#1A222B',
          ...theme.applyStyles('dark', { backgroundColor: '#05080B' }),
        })}
      />
      <SignalIcon sx={{ fontSize: 15, justifySelf: 'end' }} />
    </Box>
  );
}
