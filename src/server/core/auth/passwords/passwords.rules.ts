// The commonest passwords of 8 characters and more, from lists of leaked ones, and the sandbox's.
const COMMON = new Set(
  `
12345678 123456789 1234567890 12345678910 123123123 987654321 0987654321 11111111 111111111 1111111111 00000000 000000000 0000000000 88888888 99999999 66666666
12341234 11223344 1122334455 123321123 12344321 123454321 147258369 789456123 159357456 112233445566 102030405060 741852963 963852741
password password1 password12 password123 password1234 password! password1! passw0rd passw0rd1 p@ssw0rd p@ssw0rd1 p@ssword pa55word pass1234 pass12345 password01 mypassword newpassword
qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop qwertyuiop123 1qaz2wsx 1qaz2wsx3edc qazwsxedc qwer1234 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 asdfghjkl asdfghjk asdf1234 zxcvbnm1 zxcvbnm123 zaq12wsx zaq1zaq1
abcd1234 abcdefgh abcdefg1 abc12345 abc123456 a1b2c3d4 a12345678 a123456789 aa123456 aa12345678 1a2b3c4d abcabc123 aaaaaaaa
iloveyou iloveyou1 iloveyou2 iloveyou! loveyou123 sunshine sunshine1 princess princess1 football football1 baseball baseball1 superman superman1 spiderman batman123
welcome1 welcome12 welcome123 welcome1! letmein1 letmein123 trustno1 dragon123 monkey123 shadow123 master123 michael1 jennifer jordan23 charlie1 computer internet samsung1 samsung123 whatever starwars pokemon1 liverpool liverpool1 chelsea1 arsenal1 manchester manutd123 barcelona juventus
admin123 admin1234 admin12345 administrator administrator1 root1234 toor1234 test1234 test12345 testtest testing1 testing123 changeme changeme1 changeme123 default1 temp1234 guest123 user1234 secret123 secret12 hello123 hello1234 helloworld
jesus123 jesuschrist godisgood godislove blessed1 blessing kenya123 kenya254 nairobi1 nairobi123 mombasa1 safaricom safaricom1 tanzania tanzania1 uganda123 kampala1 mozambique maputo123 benfica1 karibu123 hakunamatata mpesa123
`
    .trim()
    .split(/\s+/),
);

/**
 * Why a password is easy to guess, as the code of its sentence: common or one character repeated, or
 * the account's own e-mail, phone or name. Undefined if it is not.
 */
export function passwordFault(
  password: string,
  about: readonly (string | null | undefined)[],
): 'COMMON_PASSWORD' | 'OWN_NAME_PASSWORD' | undefined {
  const bare = password.trim().toLowerCase();
  if (COMMON.has(bare) || /^(.)\1*$/u.test(bare)) return 'COMMON_PASSWORD';
  const isOwn = about.some((known) => {
    if (!known) return false;
    const lower = known.toLowerCase();
    return (
      bare === lower ||
      bare === lower.replace(/^\+/, '') ||
      bare === lower.split('@')[0] ||
      bare === lower.replaceAll(' ', '')
    );
  });
  return isOwn ? 'OWN_NAME_PASSWORD' : undefined;
}
