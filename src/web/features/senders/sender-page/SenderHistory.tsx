import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { SenderDetail } from '../../../../contract/api/senders.ts';
import { Moment } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';

export function SenderHistory({ sender }: { sender: SenderDetail }) {
  const { t } = useTranslation();
  return (
    <Section title={t('senders.page.history')}>
      <PlainList component="ol">
        {sender.events.map(({ kind, timestamp, actorName, documentKind, aboutName, reason }) => {
          // The reason of what an operator did is the operator's name.
          const isOfOperator = kind.startsWith('REGISTRATION_') && reason !== null;
          return (
            <Box component="li" key={`${timestamp} ${kind} ${documentKind ?? ''}`}>
              <Typography variant="body2" component="div" sx={{ fontWeight: 550 }}>
                {t(`senders.events.${kind}`, {
                  document: documentKind === null ? '' : t(`senders.documentKinds.${documentKind}`),
                  about: (isOfOperator ? reason : aboutName) ?? t('senders.somebody'),
                })}
              </Typography>
              <Typography variant="body2" color="textSecondary" component="div">
                {isOfOperator && `${t('senders.operators.recorded')} `}
                <Moment at={timestamp} />
                {actorName === null ? '' : ` · ${t('senders.eventBy', { name: actorName })}`}
              </Typography>
              {reason !== null && !isOfOperator && (
                <Typography
                  variant="body2"
                  component="div"
                  sx={{ mt: 1, overflowWrap: 'anywhere' }}
                >
                  {reason}
                </Typography>
              )}
            </Box>
          );
        })}
      </PlainList>
    </Section>
  );
}
