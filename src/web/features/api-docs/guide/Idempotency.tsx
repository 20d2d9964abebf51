import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/figures/CodeBlock.tsx';
import { useDocs } from '../docs.ts';
import { Part, Prose } from '../Part.tsx';

export function Idempotency() {
  const { t } = useTranslation();
  const { document } = useDocs();
  return (
    <Part
      id="idempotency"
      title={t('apidocs.once.title')}
      aside={<CodeBlock name={t('apidocs.inHeader')} code="Idempotency-Key: order-20261-sms-1" />}
    >
      <Prose text={t('apidocs.once.text', { hours: document['x-limits'].idempotencyHours })} />
    </Part>
  );
}
