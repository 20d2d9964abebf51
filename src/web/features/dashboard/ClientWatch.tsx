import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { ClientWatch as Watch } from '../../../contract/api/dashboard.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useMe } from '../../parts/queries.ts';
import { Sparkline } from '../../ui/charts/Sparkline.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { Rows } from '../../ui/layout.tsx';
import { Section } from '../../ui/Page.tsx';
import { LOW_CLIENTS } from './links.ts';
import { SentenceStrip } from '../../ui/charts/SentenceStrip.tsx';

const TransferDialog = lazy(async () => ({
  default: (await import('../../parts/wallet/TransferDialog.tsx')).TransferDialog,
}));

type Named = { readonly clientId: string; readonly clientName: string };

/** The clients below: those that run out of units, those that stopped sending, and those that send most. */
export function ClientWatch({ watch }: { watch: Watch }) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const me = useMe();
  const [transferTo, setTransferTo] = useState<Named | null>(null);
  const { low, silent, top } = watch;
  const transfers =
    !me.impersonated && reachOf(me.clientAccessLevel, 'purchases.transfer') !== undefined;
  const quiet = [
    low.clients.length === 0 && t('dashboard.watch.lowNone'),
    silent.clients.length === 0 && t('dashboard.watch.silentNone'),
    top.length === 0 && t('dashboard.watch.topNone'),
  ].filter((sentence) => sentence !== false);
  return (
    <Rows gap={4} isFluid component="section" aria-label={t('dashboard.watch.title')}>
      {quiet.length < 3 && (
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
            id={LOW_CLIENTS}
            title={t('dashboard.watch.low')}
            count={low.count}
            rest={low.count - low.clients.length}
          >
            {low.clients.map((client) => (
              <Row
                key={client.clientId}
                client={client}
                about={t('dashboard.watch.left', {
                  units: units(client.smsBalance),
                  time:
                    client.daysLeft === 0
                      ? t('dashboard.watch.underADay')
                      : t('dashboard.watch.days', {
                          count: client.daysLeft,
                          value: number(client.daysLeft),
                        }),
                })}
              >
                {transfers && (
                  <Button
                    size="small"
                    variant="outlined"
                    color="inherit"
                    aria-label={t('dashboard.watch.transferTo', { name: client.clientName })}
                    onClick={() => setTransferTo(client)}
                  >
                    {t('dashboard.watch.transfer')}
                  </Button>
                )}
              </Row>
            ))}
          </Card>
          <Card
            title={t('dashboard.watch.silent')}
            count={silent.count}
            rest={silent.count - silent.clients.length}
          >
            {silent.clients.map((client) => (
              <Row
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
          <Card title={t('dashboard.watch.top')}>
            {top.map((client) => (
              <Row
                key={client.clientId}
                client={client}
                about={t('dashboard.watch.messages', {
                  count: client.messages,
                  value: number(client.messages),
                })}
              >
                <Sparkline values={client.days} />
              </Row>
            ))}
          </Card>
        </Box>
      )}
      {quiet.length > 0 && (
        <SentenceStrip label={t('dashboard.watch.title')}>
          {quiet.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </SentenceStrip>
      )}
      {transferTo && (
        <Suspense fallback={null}>
          <TransferDialog
            to={{ ...transferTo, accessLevel: 'CLIENT', email: null }}
            onClose={() => setTransferTo(null)}
          />
        </Suspense>
      )}
    </Rows>
  );
}

/** Clients of one kind; nothing where there are none, which a sentence below says. */
function Card({
  id,
  title,
  count,
  rest = 0,
  children,
}: {
  id?: string;
  title: string;
  count?: number;
  rest?: number;
  children: readonly ReactNode[];
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (children.length === 0) return null;
  return (
    <Section title={count ? `${title} (${number(count)})` : title} flush>
      <Box
        component="ul"
        id={id}
        aria-label={title}
        sx={{ m: 0, p: 0, listStyle: 'none', scrollMarginTop: '120px' }}
      >
        {children}
      </Box>
      {rest > 0 && (
        <Typography
          variant="caption"
          component="p"
          color="textSecondary"
          sx={{ px: { xs: 4, sm: 5 }, py: 2 }}
        >
          {t('charts.more', { count: rest, value: number(rest) })}
        </Typography>
      )}
    </Section>
  );
}

function Row({
  client: { clientId, clientName },
  about,
  children,
}: {
  client: Named;
  about: string;
  children?: ReactNode;
}) {
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: { xs: 4, sm: 5 },
        py: 2,
        minHeight: 52,
        boxSizing: 'border-box',
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={`/dashboard/clients/view/${clientId}`}
          noWrap
          sx={{ display: 'block' }}
        >
          {clientName}
        </Link>
        <Typography variant="caption" component="p" color="textSecondary" noWrap>
          {about}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
