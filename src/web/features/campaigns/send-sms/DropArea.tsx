import Box from '@mui/material/Box';
import { useState, type DragEvent, type ReactNode } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** A part of the page onto which files can be dropped; a ring shows that they would be taken. */
export function DropArea({
  onFiles,
  children,
}: {
  onFiles(files: readonly File[]): void;
  children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  return (
    <Box
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      sx={(theme) => ({
        borderRadius: '10px',
        ...(over && {
          outline: `2px dashed ${theme.vars?.palette.primary.main}`,
          outlineOffset: '2px',
        }),
      })}
    >
      {children}
    </Box>
  );
}
