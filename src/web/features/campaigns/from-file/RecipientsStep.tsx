import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { ExamplePhones } from '../../../parts/ExampleFile.tsx';
import { HeaderRow, RemovedCharacters } from '../../../parts/HeaderRow.tsx';
import { keyOf, queries, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { FileDrop } from '../../../ui/fields/FileDrop.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { writeDraft, type Chosen, type Draft } from './draft.ts';
import { PhoneColumn } from './PhoneColumn.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { UploadProgress } from '../../../parts/list-upload/UploadProgress.tsx';
import { useFileUpload } from './useFileUpload.ts';

/** Step 1: a file, and which of its columns holds the numbers. */
export function RecipientsStep({ file: chosen, gone }: { file: Chosen | null; gone: boolean }) {
  const { t } = useTranslation();
  const { bytes, rows } = useFormat();
  const [replacing, setReplacing] = useState(false);
  const { uploading, refusal, clearRefusal, take } = useFileUpload(() =>
    chosen === null ? {} : kept(chosen.draft),
  );

  if (uploading !== null)
    return (
      <Section>
        <UploadProgress uploading={uploading} />
      </Section>
    );
  return (
    <Rows isFluid>
      {gone && (
        <Alert severity="warning">
          <AlertTitle>{t('fromFile.gone')}</AlertTitle>
          {t('fromFile.goneText')}
        </Alert>
      )}
      {refusal !== null && (
        <Alert severity="error" onClose={clearRefusal}>
          <AlertTitle>{t('fromFile.uploadFailed')}</AlertTitle>
          {refusal}
        </Alert>
      )}
      {chosen === null || replacing ? (
        <>
          <FileDrop
            title={t('fromFile.drop')}
            or={t('fromFile.dropOr')}
            browse={t('fromFile.browse')}
            help={t('fromFile.dropHelp')}
            accept=".csv,.txt,.tsv,.xlsx"
            onFiles={(files) => void take(files)}
          />
          {chosen === null && (
            <ExamplePhones hasPeople fileName="recipients.csv" text={t('fromFile.sampleText')} />
          )}
        </>
      ) : (
        <>
          <Section>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
              <Box
                aria-hidden="true"
                sx={(theme) => ({
                  width: 40,
                  height: 40,
                  borderRadius: 'var(--corner-card)',
                  display: 'grid',
                  placeItems: 'center',
                  color: theme.vars?.palette.primary.main,
                  backgroundColor: theme.vars?.palette.surface.accent,
                })}
              >
                <FileIcon />
              </Box>
              <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
                <Typography variant="subtitle1" component="p" sx={{ overflowWrap: 'anywhere' }}>
                  {chosen.preview.fileName}
                </Typography>
                <Typography
                  variant="body2"
                  color="textSecondary"
                >{`${rows(chosen.preview.rowCount)} · ${bytes(chosen.preview.bytes)} · ${chosen.preview.encoding.toUpperCase()}`}</Typography>
              </Box>
              <Button variant="outlined" color="inherit" onClick={() => setReplacing(true)}>
                {t('fromFile.replace')}
              </Button>
            </Box>
          </Section>
          <RemovedCharacters count={chosen.preview.removedCharacters} />
          {chosen.preview.rowCount === 0 ? (
            <>
              <Section>
                <Header {...chosen} />
              </Section>
              <Alert severity="warning">
                <AlertTitle>{t('fromFile.noRows')}</AlertTitle>
                {t('fromFile.noRowsText')}
              </Alert>
            </>
          ) : (
            <PhoneColumn
              key={chosen.preview.headerRow}
              {...chosen}
              header={<Header {...chosen} />}
            />
          )}
        </>
      )}
    </Rows>
  );
}

/** Keeps the texts for the next file; column names belong to the file. */
function kept({ campaignName, senderId, text, when, at }: Draft): Partial<Draft> {
  return text === '' ? {} : { campaignName, senderId, text, when, at };
}

/** Which row names the columns; another choice reads the file again. */
function Header({ preview, draft }: Chosen) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const set = useSend(sms.setHeader, {
    failed: (failure) => setRefusal(messageOf(failure)),
    done: (again) => {
      writeDraft(again.uploadId, { ...draft, phoneColumn: again.suggestedPhoneColumn ?? '' });
      queries.setQueryData(keyOf(sms.upload, { uploadId: again.uploadId }), again);
    },
  });
  return (
    <HeaderRow
      value={preview.headerRow}
      busy={set.isPending}
      error={refusal}
      onChange={(headerRow) => {
        setRefusal(null);
        set.mutate({ uploadId: preview.uploadId, headerRow });
      }}
    />
  );
}
