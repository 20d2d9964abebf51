import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import {
  contactImports,
  type ContactUpload,
  type ImportKind,
} from '../../../../contract/api/contact-imports.ts';
import { upload } from '../../../api/call.ts';
import { ExamplePhones } from '../../../parts/ExampleFile.tsx';
import { UploadProgress } from '../../../parts/list-upload/UploadProgress.tsx';
import { useListUpload } from '../../../parts/list-upload/useListUpload.ts';
import { FileDrop } from '../../../ui/fields/FileDrop.tsx';
import { Section } from '../../../ui/page/Page.tsx';

/** Step 1: a file. */
export function FileStep({
  kind,
  onFile,
}: {
  kind: ImportKind;
  onFile(file: ContactUpload): void;
}) {
  const { t } = useTranslation();
  const { uploading, refusal, take } = useListUpload(async (file, options) =>
    onFile(await upload(contactImports.upload, {}, file, options)),
  );

  if (uploading !== null)
    return (
      <Section>
        <UploadProgress uploading={uploading} />
      </Section>
    );
  return (
    <>
      {refusal !== null && (
        <Alert severity="error" sx={{ mb: 5 }}>
          {refusal}
        </Alert>
      )}
      <FileDrop
        title={t('contacts.drop')}
        or={t('fromFile.dropOr')}
        browse={t('fromFile.browse')}
        help={t('contacts.dropHelp')}
        accept=".csv,.txt,.tsv,.xlsx"
        onFiles={(files) => void take(files)}
      />
      <Box sx={{ mt: 5 }}>
        <ExamplePhones
          hasPeople={kind === 'CONTACTS'}
          fileName={kind === 'CONTACTS' ? 'contacts.csv' : 'opt-outs.csv'}
          text={t(kind === 'CONTACTS' ? 'contacts.sample.text' : 'contacts.sample.optOutText')}
        />
      </Box>
    </>
  );
}
