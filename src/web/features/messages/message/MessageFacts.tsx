import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Message } from '../../../../contract/api/messages.ts';
import { useMe } from '../../../parts/queries.ts';
import { useReason } from '../../../parts/outcomes/useReason.ts';
import { DASH, Moment, useFormat } from '../../../ui/figures/figures.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { Facts } from '../../../ui/page/Page.tsx';
import { CarrierChip } from '../../../ui/figures/StatusChip.tsx';
import { Copyable } from '../Copyable.tsx';

/** The facts of a message; those that its timeline says as well, or that only its carrier needs, come on demand. */
export function MessageFacts({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { number, units, network } = useFormat();
  const reason = useReason();
  const me = useMe();
  return (
    <Rows gap={4}>
      <Facts
        rows={[
          [
            t('messages.destination'),
            <Copyable key="to" name={t('messages.destination')} value={message.destination} />,
          ],
          [t('messages.network'), network(message.network, message.country) ?? DASH],
          [
            t('messages.sender'),
            <Copyable key="sender" name={t('messages.sender')} value={message.senderId} />,
          ],
          message.clientId === me.clientId ? null : [t('messages.owner'), message.clientName],
          [
            t('messages.campaign'),
            message.campaignId === null ? (
              t('messages.single')
            ) : (
              <Link
                key="campaign"
                component={RouterLink}
                to={`/dashboard/campaigns/${message.campaignId}`}
              >
                {message.campaignName}
              </Link>
            ),
          ],
          [t('messages.segments'), number(message.segments)],
          [t('messages.units'), units(message.units)],
          message.errorCode === null ? null : [t('messages.errorCode'), reason(message.errorCode)],
        ]}
      />
      <Folded title={t('messages.moreFacts')}>
        <Facts
          rows={[
            [
              t('messages.messageId'),
              <Copyable key="id" name={t('messages.messageId')} value={message.messageId} />,
            ],
            [t('messages.encoding'), t(`messages.alphabets.${message.encoding}`)],
            [t('campaigns.unitsHeld'), number(message.unitsHeld)],
            [t('campaigns.unitsCharged'), number(message.unitsCharged)],
            [t('campaigns.unitsBack'), number(message.unitsRefunded)],
            message.carrierStatus === null
              ? null
              : [
                  t('messages.carrierStatus'),
                  <CarrierChip key="carrier" status={message.carrierStatus} />,
                ],
            message.carrierMessageId === null
              ? null
              : [
                  t('messages.carrierId'),
                  <Copyable
                    key="carrier-id"
                    name={t('messages.carrierId')}
                    value={message.carrierMessageId}
                  />,
                ],
            message.connectorId === null ? null : [t('messages.connector'), message.connectorId],
            [t('messages.sent'), <Moment key="created" at={message.createTimestamp} />],
            [t('messages.submitted'), <Moment key="submitted" at={message.submitTimestamp} />],
            [t('messages.done'), <Moment key="done" at={message.doneTimestamp} />],
          ]}
        />
      </Folded>
    </Rows>
  );
}
