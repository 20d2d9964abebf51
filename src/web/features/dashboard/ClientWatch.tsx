import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientWatch as Watch } from '../../../contract/api/dashboard.ts';
import { Sparkline } from '../../ui/charts/Sparkline.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Rows } from '../../ui/page/layout.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { ClientRow } from './ClientRow.tsx';
import { SentenceStrip } from '../../ui/charts/SentenceStrip.tsx';
import { RestNote } from './RestNote.tsx';

/** The clients below: those that stopped sending, and those that send most. Those that run out of units need attention. */
export function ClientWatch({ watch }: { watch: Watch }) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const { low, silent, top } = watch;
  const quiet = [
    low.clients.length === 0 && t('dashboard.watch.lowNone'),
    silent.clients.length === 0 && t('dashboard.watch.silentNone'),
    top.length === 0 && t('dashboard.watch.topNone'),
  ].filter((sentence) => sentence !== false);
  const sentences = quiet.length > 0 && (
    <SentenceStrip label={t('dashboard.watch.title')}>
      {quiet.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </SentenceStrip>
  );
  return (
    <Rows gap={4} isFluid component="section" aria-label={t('dashboard.watch.title')}>
      {(silent.clients.length > 0 || top.length > 0) && (
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              sm: 'repeat(auto-fit, minmax(300px, 1fr))',
            },
          }}
        >
          <Card
            title={t('dashboard.watch.silent')}
            count={silent.count}
            rest={silent.count - silent.clients.length}
          >
            {silent.clients.map((client) => (
              <ClientRow
                key={client.clientId}
                client={client}
                about={t('dashboard.watch.silentFor', {
                  count: client.silentDays,
                  value: number(client.silentDays),
                  units: units(client.smsBalance),
                })}
              />
            ))}
          </Card>
          <Card
            title={t('dashboard.watch.top')}
            // Five clients fill one row of a card that has the whole width.
            least={silent.clients.length > 0 ? undefined : 200}
            foot={sentences}
          >
            {top.map((client) => (
              <ClientRow
                key={client.clientId}
                client={client}
                about={t('dashboard.watch.messages', {
                  count: client.messages,
                  value: number(client.messages),
                })}
              >
                <Sparkline isLastOpen values={client.days} />
              </ClientRow>
            ))}
          </Card>
        </Box>
      )}
      {top.length === 0 && sentences}
    </Rows>
  );
}

/**
 * Clients of one kind; nothing where there are none, which a sentence says.
 * @param least the width from which a client stands beside another, in pixels
 * @param foot a line below the clients
 */
function Card({
  title,
  count,
  rest = 0,
  least = 340,
  foot,
  children,
}: {
  title: string;
  count?: number;
  rest?: number;
  least?: number | undefined;
  foot?: ReactNode;
  children: readonly ReactNode[];
}) {
  const { number } = useFormat();
  if (children.length === 0) return null;
  return (
    <Section title={count ? `${title} (${number(count)})` : title} flush>
      <Box
        component="ul"
        aria-label={title}
        sx={(theme) => ({
          m: 0,
          p: 0,
          listStyle: 'none',
          // Rows stand beside each other where one card has all the room.
          display: 'grid',
          gridTemplateColumns: `repeat(auto-fit, minmax(min(${least}px, 100%), 1fr))`,
          // The line below a row is as long as the row: a last one that is not full has none to share.
          overflow: 'hidden',
          borderTop: `1px solid ${theme.vars?.palette.divider}`,
          '& > li': {
            mb: '-1px',
            borderTop: 0,
            borderBottom: `1px solid ${theme.vars?.palette.divider}`,
          },
        })}
      >
        {children}
      </Box>
      <RestNote count={rest} />
      {foot && (
        <Box
          sx={(theme) => ({
            px: { xs: 4, sm: 5 },
            py: 2.5,
            borderTop: `1px solid ${theme.vars?.palette.divider}`,
          })}
        >
          {foot}
        </Box>
      )}
    </Section>
  );
}
