import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { campaigns } from '../../../../contract/api/campaigns.ts';
import { compose, MOST_TYPED } from '../../../../contract/api/compose.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { CallError } from '../../../api/request.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import type { Fields } from '../../../ui/fields/useFields.ts';
import { scheduleOf, type MessageForm } from '../parts/messageForm.ts';
import { OPENED_HERE } from '../review/reviewLink.ts';
import { ADDRESS } from './address.ts';
import { isDraftTaken } from '../../../parts/campaigns/draftTaken.ts';
import { endPrepared, readDraft, writeDraft, type Draft, type Recipients } from './draft.ts';
import { isFixed } from './toPrice.ts';
import { idsOf, numbersOf } from './useChosen.ts';
import { useLeadOn } from '../../../ui/page/useLeadOn.ts';

/**
 * Prepares the campaign and goes on to its review; the same request again uses the campaign that is there,
 * where it would give the same.
 */
export function usePrepare(first: Draft, recipients: Recipients, fields: Fields<MessageForm>) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const leadOn = useLeadOn();
  const [fault, setFault] = useState<string | null>(null);
  const prepare = useSend(compose.compose, {
    changes: [campaigns.list, tasks.list],
    failed: (failure) => {
      if (failure instanceof CallError && failure.code === 'UNKNOWN_PLACEHOLDER') {
        // Rows and the names of columns, of which the server's sentence speaks, are those of a file.
        const names = failure.details.map(({ message }) => message).join(', ');
        return fields.failed(
          new CallError(
            failure.status,
            failure.code,
            t('compose.nobodyHas', { names }),
            failure.details,
          ),
        );
      }
      if (!isDraftTaken(failure)) return fields.failed(failure);
      // A second campaign to these people is made when it is asked for once more.
      const taken = (readDraft(me.clientId) ?? first).prepared?.campaignId;
      if (taken !== undefined) endPrepared(me.clientId, taken, false);
      fields.setRefusal(t('compose.draftTaken'));
    },
  });

  async function send(values: MessageForm) {
    const request = {
      campaignName: values.campaignName.trim(),
      senderId: values.senderId,
      text: values.text,
      replaceLookalikes: values.replaceLookalikes,
      recipients: numbersOf(recipients),
      ...idsOf(recipients),
      scheduleTimestamp: scheduleOf(values, me.timezone),
    };
    const draft = readDraft(me.clientId) ?? first;
    const { prepared } = draft;
    const asked = JSON.stringify(request);
    const made =
      prepared?.request === asked && isFixed(request)
        ? prepared
        : await prepare
            .mutateAsync({ ...request, replaces: prepared?.campaignId })
            .catch(() => null);
    if (made === null) return;
    const { campaignId, operationId } = made;
    // Changes made meanwhile stay in the draft.
    writeDraft(me.clientId, {
      ...(readDraft(me.clientId) ?? { recipients, message: values }),
      prepared: { campaignId, operationId, request: asked },
    });
    const query = new URLSearchParams({
      campaign: campaignId,
      ...(operationId !== null && { task: operationId }),
    });
    leadOn(`${ADDRESS}?${query.toString()}`, { state: OPENED_HERE });
  }

  return {
    submit: (event: { preventDefault(): void }) => {
      const { numbers, groups, contacts } = recipients;
      const found =
        numbers.length + groups.length + contacts.length === 0
          ? t('compose.nobodyChosen')
          : numbers.length > MOST_TYPED
            ? t('compose.tooMany', { value: number(numbers.length), limit: number(MOST_TYPED) })
            : null;
      setFault(found);
      fields.submit(send, found === null ? [] : ['recipients'])(event);
    },
    isPreparing: prepare.isPending,
    /** The reason why the campaign cannot go to these recipients. */
    fault,
    clearFault: () => setFault(null),
  };
}
