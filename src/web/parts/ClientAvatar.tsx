import Avatar from '@mui/material/Avatar';
import { useEffect, useState } from 'react';
import { auth } from '../../contract/api/auth.ts';
import { call } from '../api/call.ts';
import { accessToken } from '../api/session.ts';

/** A client's profile picture, or the first letters of its name. */
export function ClientAvatar({
  name,
  profileUrl,
  size = 50,
}: {
  name: string;
  profileUrl: string | null;
  size?: number;
}) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let gone = false;
    if (profileUrl !== null)
      void loadPicture(profileUrl).then((found) => {
        if (!gone) setAddress(found);
      });
    return () => {
      gone = true;
      setAddress(undefined);
    };
  }, [profileUrl]);
  return (
    <Avatar
      alt=""
      aria-hidden="true"
      src={address}
      sx={{ width: size, height: size, fontSize: size * 0.4 }}
    >
      {initialsOf(name)}
    </Avatar>
  );
}

/**
 * The address of a picture that has been loaded; undefined where it cannot be. A picture has nothing but
 * its address, so the token is part of it, and no 401 renews a token that expired since the last call.
 */
async function loadPicture(profileUrl: string): Promise<string | undefined> {
  const token = await accessToken();
  if (token === undefined) return undefined;
  const address = addressOf(profileUrl, token);
  if (await loads(address)) return address;
  await call(auth.me, {}).catch(() => undefined);
  const renewed = await accessToken();
  return renewed === undefined || renewed === token ? undefined : addressOf(profileUrl, renewed);
}

const addressOf = (profileUrl: string, token: string) =>
  `/v1${profileUrl}?token=${encodeURIComponent(token)}`;

function loads(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.addEventListener('load', () => resolve(true));
    picture.addEventListener('error', () => resolve(false));
    picture.src = address;
  });
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
