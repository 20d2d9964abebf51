import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MessageEditor } from '../../../parts/texts/MessageEditor.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import type { Fields } from '../../../ui/fields/useFields.ts';
import type { MessageForm } from './messageForm.ts';
import { SenderField } from './SenderField.tsx';
import type { useClauses, useSenderChoices } from './senders.ts';
import { TemplateMenu } from './TemplateMenu.tsx';
import { WhenSection } from './WhenSection.tsx';

type Props = {
  form: Fields<MessageForm>;
  senders: ReturnType<typeof useSenderChoices>;
  /** Names of the placeholders that the text may use. */
  names: readonly string[];
  /** The label of the placeholders' source. */
  insertLabel: string;
  /** Fields of sample recipients, for the size. */
  samples: readonly Readonly<Record<string, string>>[];
  messages: number | null;
  ends: ReturnType<typeof useClauses>['ends'];
};

/** The message of a campaign with its sender ID and its size, and the time when it goes. */
export function MessageFields({
  form,
  senders,
  names,
  insertLabel,
  samples,
  messages,
  ends,
}: Props) {
  const { t } = useTranslation();
  const {
    register,
    control,
    setValue,
    formState: { errors },
  } = form;
  const [text, replaceLookalikes] = useWatch({ control, name: ['text', 'replaceLookalikes'] });
  const write = (next: string) => setValue('text', next, { shouldDirty: true });
  return (
    <>
      <Section title={t('compose.message')} action={<SenderField form={form} senders={senders} />}>
        <MessageEditor
          label={t('fromFile.text')}
          field={register('text')}
          text={text}
          error={errors.text?.message}
          names={names}
          insertLabel={insertLabel}
          actions={<TemplateMenu onUse={write} replaces={text.trim() !== ''} />}
          onText={write}
          ends={ends}
          samples={samples}
          messages={messages}
          replaceLookalikes={replaceLookalikes}
          onReplaceLookalikes={(on) => setValue('replaceLookalikes', on, { shouldDirty: true })}
        />
      </Section>
      <WhenSection form={form} />
    </>
  );
}
