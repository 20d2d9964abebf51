import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import type { SenderDetail } from '../../../../contract/api/senders.ts';
import { Moment, useFormat } from '../../../ui/figures/figures.tsx';
import { Facts, Section } from '../../../ui/page/Page.tsx';
import { useOwnerName } from '../columns.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

export function AboutSender({ sender }: { sender: SenderDetail }) {
  const { t } = useTranslation();
  const { country, money } = useFormat();
  const ownerName = useOwnerName();
  // One that was entered for its owner has no other date.
  const isAsAdded = Math.round(sender.statusTimestamp) === Math.round(sender.createTimestamp);
  return (
    <Section title={t('senders.page.about')}>
      <Rows gap={4}>
        {sender.reason !== null && (
          <Alert severity={sender.status === 'INACTIVE' ? 'warning' : 'error'}>
            {sender.reason}
          </Alert>
        )}
        {sender.looksLike !== null && sender.documents.length > 0 && (
          <Alert severity="warning">{`${t('senders.page.looksLike')} ${sender.looksLike}`}</Alert>
        )}
        <Facts
          rows={[
            [t('senders.owner'), ownerName(sender)],
            sender.brandOwner === null || sender.brandOwner === ownerName(sender)
              ? null
              : [t('senders.page.brandOwner'), sender.brandOwner],
            [t('senders.kind'), t(`senders.kinds.${sender.kind}`)],
            [t('senders.country'), country(sender.country)],
            sender.fee === null || sender.currency === null
              ? null
              : [
                  t('senders.fee'),
                  `${money(sender.fee, sender.currency)} · ${t(`senders.feeStates.${sender.paymentStatus}`)}`,
                ],
            sender.stopClause === null
              ? null
              : [t('senders.page.clause'), sender.stopClause.trim()],
            sender.sample === null ? null : [t('senders.page.sample'), sender.sample],
            sender.status === 'READY_FOR_SENDING' ||
            sender.status === 'INACTIVE' ||
            sender.status === 'REJECTED'
              ? null
              : [
                  t('senders.page.setup'),
                  t('senders.page.days', { least: sender.daysLeast, most: sender.daysMost }),
                ],
            sender.isGeneric || sender.events.length === 0
              ? null
              : [
                  t('senders.page.delegated'),
                  sender.delegatedTo.length === 0
                    ? t('senders.page.nobody')
                    : sender.delegatedTo.map(({ clientName }) => clientName).join(', '),
                ],
            [
              t(isAsAdded ? 'senders.page.added' : 'senders.page.statusSince'),
              <Moment key="since" at={sender.statusTimestamp} />,
            ],
            isAsAdded
              ? null
              : [t('senders.requested'), <Moment key="requested" at={sender.createTimestamp} />],
          ]}
        />
      </Rows>
    </Section>
  );
}
