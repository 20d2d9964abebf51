import SaveIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { senderDocuments, type SenderDocument } from '../../../contract/api/sender-documents.ts';
import { fetchFile, messageOf } from '../../api/call.ts';
import { DownloadButton } from '../../ui/figures/DownloadButton.tsx';
import { ErrorState } from '../../ui/page/states.tsx';

/** An object URL of a local file, for as long as it is shown. */
export function useFileAddress(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [file]);
  return address;
}

const HEIGHT = { pages: { xs: 420, md: 640 }, picture: { xs: 320, md: 480 } } as const;

/**
 * A document beside the decision on it: a picture as a picture, a PDF in the browser's own reader. The type is the one that the
 * server judged, so nothing is ever shown as a page that could run something here.
 */
export function DocumentView({ document }: { document: SenderDocument }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<Blob>();
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const { uploadId, contentType, fileName } = document;
  useEffect(() => {
    let wanted = true;
    setFailure(undefined);
    fetchFile(senderDocuments.download, { uploadId }).then(
      (blob) => {
        if (wanted) setFile(new Blob([blob], { type: contentType }));
      },
      (error: unknown) => {
        if (wanted) setFailure(error);
      },
    );
    return () => {
      wanted = false;
    };
  }, [uploadId, contentType, tries]);
  const address = useFileAddress(file);
  const label = t('senders.page.showing', { name: fileName });
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      {/* Its room is kept from the start, so that the decision below stays where it is when it comes. */}
      <Box
        sx={(theme) => ({
          width: '100%',
          height: HEIGHT[contentType === 'application/pdf' ? 'pages' : 'picture'],
          display: 'grid',
          alignItems: 'center',
          borderRadius: 'var(--corner)',
          overflow: 'hidden',
          border: `1px solid ${theme.vars?.palette.divider}`,
          backgroundColor: theme.vars?.palette.surface.sunken,
        })}
      >
        {failure !== undefined ? (
          <ErrorState
            title={t('senders.page.cannotShow')}
            text={messageOf(failure)}
            retry={() => setTries(tries + 1)}
          />
        ) : address === undefined ? (
          <Skeleton variant="rectangular" sx={{ height: '100%' }} />
        ) : contentType === 'application/pdf' ? (
          <Box
            component="iframe"
            src={`${address}#navpanes=0&view=FitH`}
            title={label}
            sx={{ display: 'block', width: '100%', height: '100%', border: 0 }}
          />
        ) : (
          <Box
            component="img"
            src={address}
            alt={label}
            sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'scale-down' }}
          />
        )}
      </Box>
      <DownloadButton
        endpoint={senderDocuments.download}
        input={{ uploadId }}
        fallbackName={fileName}
        icon={<SaveIcon />}
      >
        {t('senders.page.save')}
      </DownloadButton>
    </Box>
  );
}
