import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { senders } from '../../../contract/api/senders.ts';
import { SENDER_KINDS, type SenderKind } from '../../../contract/shared/sender-names.ts';
import { useMe, useSend } from '../../parts/queries.ts';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { senderAddress } from './columns.tsx';
import { slotId, useDocumentSlots } from './DocumentSlots.tsx';
import { useNameCheck } from './useNameCheck.ts';
import { SENDER_CHANGES } from './useSenderActions.tsx';

export type SenderForm = {
  country: string;
  kind: SenderKind;
  senderId: string;
  brandOwner: string;
  sample: string;
};
/** The parts of the form that its country, kind and name ask for. */
type Asked = { owner: boolean; sample: boolean };

/** The request of a sender ID: its fields, the judgement of its name, and its documents. */
export function useSenderForm() {
  const { t } = useTranslation();
  const toast = useToast();
  const navigate = useNavigate();
  const me = useMe();
  const [asked, setAsked] = useState<Asked>({ owner: false, sample: false });
  const [sentId, setSentId] = useState<string>();
  const fields = useFields<SenderForm>({
    rules: useRules(asked),
    values: {
      country: me.country,
      kind: 'TRANSACTIONAL',
      senderId: '',
      brandOwner: '',
      sample: '',
    },
  });
  const [name, country, kind] = useWatch({
    control: fields.control,
    name: ['senderId', 'country', 'kind'],
  });
  const check = useNameCheck({ name, country, kind });
  const { rule, checked, problem, needed } = check;
  const notOwn = checked !== undefined && checked.problem === null && !checked.ownName;
  const hasSample = rule?.sample ?? false;
  if (asked.owner !== notOwn || asked.sample !== hasSample)
    setAsked({ owner: notOwn, sample: hasSample });
  const documents = useDocumentSlots();
  const missing = needed.filter((each) => documents.slots[each]?.uploadId === undefined);
  useEffect(() => {
    if (sentId !== undefined) void navigate(senderAddress(sentId), { replace: true });
  }, [sentId, navigate]);
  const request = useSend(senders.request, {
    changes: SENDER_CHANGES,
    done: ({ senderIdId, senderId }) => {
      toast.success(t('senders.apply.sent', { name: senderId }));
      setSentId(senderIdId);
    },
    failed: fields.failed,
  });
  return {
    fields,
    name,
    country,
    kind,
    check,
    notOwn,
    documents,
    missing: fields.formState.isSubmitted ? missing : [],
    nameError:
      problem === undefined
        ? fields.errorOf('senderId')
        : t(`senders.apply.problems.${problem}`, {
            shortest: rule?.shortest,
            longest: rule?.longest,
          }),
    isBusy: request.isPending,
    isChanged: (name !== '' || Object.keys(documents.slots).length > 0) && sentId === undefined,
    submit: fields.submit(
      ({ brandOwner, sample, ...sent }) => {
        if (!checked) return fields.setRefusal(t('senders.apply.unchecked'));
        request.mutate({
          ...sent,
          ...(notOwn && { brandOwner }),
          ...(hasSample && { sample }),
          documents: needed.map((each) => ({
            kind: each,
            uploadId: documents.slots[each]!.uploadId!,
          })),
        });
      },
      [...(problem === undefined ? [] : ['senderId']), ...missing.map(slotId)],
    ),
  };
}

function useRules(asked: Asked) {
  const { t } = useTranslation();
  const filledIf = (isAsked: boolean, error: string) =>
    z.string().check(
      z.trim(),
      z.refine((written) => !isAsked || written !== '', { error }),
    );
  return z.object({
    country: z.string(),
    kind: z.enum(SENDER_KINDS),
    senderId: z
      .string()
      .check(z.refine((written) => written !== '', { error: t('senders.apply.nameMissing') })),
    brandOwner: filledIf(asked.owner, t('senders.apply.brandOwnerMissing')),
    sample: filledIf(asked.sample, t('senders.apply.sampleMissing')),
  });
}
