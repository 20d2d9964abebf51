import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMe } from '../../parts/queries.ts';
import { Page } from '../../ui/Page.tsx';
import { Review } from './review/Review.tsx';
import { endPrepared } from './send-sms/draft.ts';
import { ADDRESS } from './send-sms/address.ts';
import { Composer } from './send-sms/Composer.tsx';

/** Send SMS: recipients, message and time; then a review with the cost before anything is sent. */
export function SendSms() {
  const { t } = useTranslation();
  const me = useMe();
  const [parameters] = useSearchParams();
  const campaign = parameters.get('campaign') ?? '';
  return (
    <Page title={t('compose.title')} purpose={t('compose.purpose')}>
      {campaign === '' ? (
        <Composer key={me.clientId} />
      ) : (
        <Review
          key={campaign}
          campaignId={campaign}
          operationId={parameters.get('task') ?? ''}
          back={{ toText: ADDRESS, toRecipients: ADDRESS }}
          fromFile={false}
          onOver={(sent) => endPrepared(me.clientId, campaign, sent)}
        />
      )}
    </Page>
  );
}
