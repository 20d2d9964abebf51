import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reachOf } from '../../../../contract/shared/roles.ts';
import type { SenderDetail } from '../../../../contract/api/senders.ts';
import { useMe } from '../../../parts/queries.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { DocumentRow } from './DocumentRow.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';

export function Documents({ sender, owns }: { sender: SenderDetail; owns: boolean }) {
  const { t } = useTranslation();
  const { clientAccessLevel } = useMe();
  const decides =
    reachOf(clientAccessLevel, 'senders.approve') !== undefined &&
    sender.status === 'PENDING_DOCUMENTS_APPROVAL';
  const present = sender.documents.filter(({ replacedBy }) => replacedBy === null);
  const first = decides ? present.find(({ status }) => status === 'PENDING_APPROVAL') : undefined;
  const [chosen, setChosen] = useState<string>();
  const shown = sender.documents.find(({ documentId }) => documentId === chosen) ?? first;
  return (
    <Section title={t('senders.page.documents')}>
      <PlainList>
        {sender.documents.map((document) => (
          <DocumentRow
            key={document.documentId}
            document={document}
            open={shown?.documentId === document.documentId}
            decides={decides}
            replaces={owns && sender.status === 'PENDING_DOCUMENTS_APPROVAL'}
            onToggle={() =>
              setChosen(shown?.documentId === document.documentId ? 'none' : document.documentId)
            }
          />
        ))}
      </PlainList>
    </Section>
  );
}
