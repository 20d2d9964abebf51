import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { type Webhook } from '../../../../contract/api/webhooks.ts';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { Moment, useFormat } from '../../../ui/figures/figures.tsx';
import { FigureRow } from '../../../ui/figures/FigureRow.tsx';
import { Facts, Section } from '../../../ui/page/Page.tsx';

export function AboutWebhook({
  webhook: { url, events, pendingCount, failedCount, createTimestamp, oldSecretUntilTimestamp },
}: {
  webhook: Webhook;
}) {
  const { t } = useTranslation();
  const { number, exact } = useFormat();
  return (
    <Section>
      <Box
        sx={{
          display: 'grid',
          columnGap: 10,
          rowGap: 4,
          alignItems: 'center',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
        }}
      >
        <Facts
          rows={[
            url === null
              ? null
              : [
                  t('webhooks.address'),
                  <Box
                    key="url"
                    component="span"
                    sx={{
                      display: 'inline-flex',
                      gap: 1,
                      alignItems: 'center',
                      fontFamily: 'ui-monospace, monospace',
                      fontSize: 12,
                      overflowWrap: 'anywhere',
                    }}
                  >
                    {url}
                    <CopyButton value={url} name={t('webhooks.address')} />
                  </Box>,
                ],
            url === null
              ? null
              : [
                  t('webhooks.eventsHead'),
                  events.map((event) => t(`webhooks.events.${event}`)).join(', '),
                ],
            [t('webhooks.created'), <Moment key="created" at={createTimestamp} />],
          ]}
        />
        <FigureRow
          figures={[
            [t('webhooks.waiting'), number(pendingCount)],
            [t('webhooks.failed'), number(failedCount)],
          ]}
        />
      </Box>
      {oldSecretUntilTimestamp !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          {t('webhooks.oldUntil', { time: exact(oldSecretUntilTimestamp) })}
        </Typography>
      )}
    </Section>
  );
}
