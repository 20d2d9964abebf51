import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMe } from '../../parts/queries.ts';
import { Page } from '../../ui/page/Page.tsx';
import { LazyReview } from './review/LazyReview.tsx';
import { useIsPreparedHere } from './review/reviewLink.ts';
import { ReviewPanel } from './review/ReviewPanel.tsx';
import { endPrepared, readDraft } from './send-sms/draft.ts';
import { ADDRESS } from './send-sms/address.ts';
import { Composer } from './send-sms/Composer.tsx';

/** Send SMS: recipients, message and time; then a review with the cost beside the text, before anything is sent. */
export function SendSms() {
  const { t } = useTranslation();
  const me = useMe();
  const [parameters] = useSearchParams();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const campaign = parameters.get('campaign') ?? '';
  const isHere = useIsPreparedHere(
    campaign,
    () => readDraft(me.clientId)?.prepared?.campaignId === campaign,
  );
  const review = (
    <LazyReview
      key={campaign}
      campaignId={campaign}
      operationId={parameters.get('task') ?? ''}
      back={{ toText: ADDRESS, toRecipients: ADDRESS }}
      fromFile={false}
      onOver={(sent) => endPrepared(me.clientId, campaign, sent)}
    />
  );
  if (campaign !== '' && !isHere)
    return (
      <Page title={t('compose.title')}>
        <Box sx={{ maxWidth: 760 }}>{review}</Box>
      </Page>
    );
  return (
    <Page title={t('compose.title')} aside={<Box ref={setSlot} sx={{ minWidth: 0 }} />}>
      <Composer key={me.clientId} slot={slot} isReviewing={campaign !== ''} />
      <ReviewPanel isOpen={campaign !== ''} closeTo={ADDRESS}>
        {review}
      </ReviewPanel>
    </Page>
  );
}
