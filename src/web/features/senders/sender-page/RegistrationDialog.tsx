import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  REGISTRATION_STATUSES,
  senderRegistrations,
  type SenderRegistration,
} from '../../../../contract/api/sender-registrations.ts';
import type { SenderDetail } from '../../../../contract/api/senders.ts';
import { isDay } from '../../../../contract/shared/dates.ts';
import { NETWORKS } from '../../../../contract/shared/networks.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { DateField } from '../../../ui/fields/DateField.tsx';
import { Halves } from '../../../ui/page/layout.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { SENDER_CHANGES } from '../useSenderActions.tsx';

type Form = {
  network: string;
  status: SenderRegistration['status'];
  submittedOn: string;
  decidedOn: string;
  reference: string;
  note: string;
};

const isSubmitted = ({ status }: Pick<Form, 'status'>) => status !== 'NOT_SUBMITTED';
const isDecided = ({ status }: Pick<Form, 'status'>) =>
  status === 'APPROVED' || status === 'REFUSED';

/** Records what an operator decided about a sender ID. */
export function RegistrationDialog({
  sender,
  registration,
  onClose,
}: {
  sender: SenderDetail;
  registration: SenderRegistration | null;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const known = new Set(sender.registrations.map(({ network }) => network));
  const operators = [...NETWORKS.values()].filter(
    ({ code, country }) =>
      country === sender.country && (registration?.network === code || !known.has(code)),
  );
  const isDayOrEmpty = (text: string) => text === '' || isDay(text);
  const wrong = t('time.dayWrong');
  const fields = useFields<Form>({
    rules: z
      .object({
        network: z.string(),
        status: z.enum(REGISTRATION_STATUSES),
        submittedOn: z.string(),
        decidedOn: z.string(),
        reference: z.string(),
        note: z.string(),
      })
      // A day that the state hides is not sent, and must not hold up the rest.
      .check(
        z.refine((form) => !isSubmitted(form) || isDayOrEmpty(form.submittedOn), {
          path: ['submittedOn'],
          error: wrong,
        }),
        z.refine((form) => !isDecided(form) || isDayOrEmpty(form.decidedOn), {
          path: ['decidedOn'],
          error: wrong,
        }),
      ),
    values: {
      network: String(registration?.network ?? operators[0]?.code ?? ''),
      status: registration?.status ?? 'PENDING',
      submittedOn: registration?.submittedOn ?? '',
      decidedOn: registration?.decidedOn ?? '',
      reference: registration?.reference ?? '',
      note: registration?.note ?? '',
    },
  });
  const { control } = fields;
  const status = useWatch({ control, name: 'status' });
  const put = useSend(senderRegistrations.put, {
    changes: SENDER_CHANGES,
    done: ({ operator }) => {
      onClose();
      toast.success(t('senders.operators.saved', { operator }));
    },
    failed: fields.failed,
  });
  return (
    <FormDialog
      title={
        registration === null
          ? t('senders.operators.recordTitle')
          : t('senders.operators.editTitle', { operator: registration.operator })
      }
      text={t('senders.operators.recordText')}
      action={t('senders.operators.save')}
      busy={put.isPending}
      refusal={fields.refusal}
      width="sm"
      gap={4}
      onClose={onClose}
      onSubmit={fields.submit(({ network, submittedOn, decidedOn, ...written }) =>
        put.mutate({
          ...written,
          senderIdId: sender.senderIdId,
          network: Number(network),
          submittedOn: isSubmitted(written) && submittedOn !== '' ? submittedOn : null,
          decidedOn: isDecided(written) && decidedOn !== '' ? decidedOn : null,
        }),
      )}
    >
      <Halves gap={4}>
        <SelectField
          control={control}
          name="network"
          label={t('senders.operators.operator')}
          disabled={registration !== null}
        >
          {operators.map(({ code, network }) => (
            <option key={code} value={String(code)}>
              {network}
            </option>
          ))}
        </SelectField>
        <SelectField control={control} name="status" label={t('senders.operators.state')}>
          {REGISTRATION_STATUSES.map((each) => (
            <option key={each} value={each}>
              {t(`senders.operators.states.${each}`)}
            </option>
          ))}
        </SelectField>
      </Halves>
      {isSubmitted({ status }) && (
        <DateField
          control={control}
          name="submittedOn"
          label={t('senders.operators.submittedOn')}
          {...(status === 'PENDING' && { help: t('senders.operators.today') })}
        />
      )}
      {isDecided({ status }) && (
        <DateField
          control={control}
          name="decidedOn"
          label={t('senders.operators.decidedOn')}
          help={t('senders.operators.today')}
        />
      )}
      <TextField
        {...fields.text('reference')}
        label={t('senders.operators.reference')}
        input={{ maxLength: 100 }}
      />
      <TextField
        {...fields.text('note')}
        label={t('senders.operators.note')}
        help={t('senders.operators.noteHelp')}
        multiline
        input={{ maxLength: 500 }}
      />
    </FormDialog>
  );
}
