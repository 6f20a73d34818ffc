// The bridged token's properties for its holders, and the actions that only the bridge may take.
import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { unitOf } from './support/calls.ts';
import { metadataOf } from './support/metadata.ts';
import { ADMIN, GUARDIAN, MEMBERS, OTHER, REMOTE, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { transfer } from './support/tokens.ts';

const EVERYBODY = [ADMIN, GUARDIAN, USER, STRANGER, ...MEMBERS];
const ALLOW_ALL = 'Enum<0u8>()';

describe('a bridged token', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const unit = unitOf(REMOTE);

  beforeEach(() => bridge.giveBridged(1_000n));

  const refused = (
    instructions: readonly string[],
    text = /Unauthorized|ActionNotSupported|FeatureNotEnabled|NotMintable/,
  ) => {
    const { error } = chain.execute(instructions, EVERYBODY);
    assert.match(error ?? 'it succeeded', text, instructions[0]);
  };
  const token = () => bridge.tokenOf(REMOTE);

  it('has the name, the symbol and the origin that set_remote gave it', () => {
    bridge.run(calls.setRemote(OTHER, { name: 'Bridged “Öre”', symbol: 'cwÖRE' }));
    const values = metadataOf(chain, bridge.tokenOf(OTHER), ['name', 'symbol', 'origin_domain', 'origin_bridge']);
    assert.deepEqual(values, ['Bridged “Öre”', 'cwÖRE', OTHER.domain, OTHER.bridge]);
  });

  it('is another one for each registration', () => {
    bridge.run(calls.setRemote(OTHER));
    const first = bridge.tokenOf(OTHER);
    bridge.run(calls.setRemote(OTHER));
    assert.notEqual(bridge.tokenOf(OTHER), first);
    assert.equal(bridge.remote(OTHER)?.token, bridge.tokenOf(OTHER));
  });

  it('must have a name and a symbol, neither too long', () => {
    const named = (name: string, symbol: string) => calls.setRemote(OTHER, { name, symbol });
    for (const [name, symbol] of [
      ['', 'cwT'],
      ['n'.repeat(33), 'cwT'],
      ['Bridged', ''],
      ['Bridged', 's'.repeat(11)],
    ] as const)
      bridge.refuse(named(name, symbol), 'InvalidRemote');
    bridge.run(named('n'.repeat(32), 's'.repeat(10)));
  });

  it('is transferred freely, to the last of 18 digits', () => {
    transfer(chain, USER, STRANGER, token(), 1n);
    transfer(chain, STRANGER, USER, token(), 1n);
    transfer(chain, USER, STRANGER, token(), 999n * unit + 1n);
    assert.equal(chain.balance(USER, token()), unit - 1n);
    bridge.run(calls.burn({ amount: 999n * unit, sender: STRANGER }));
    assert.equal(chain.balance(STRANGER, token()), 1n);
  });

  it('is minted by nobody else', () => {
    refused([`MINT_FUNGIBLE Address("${token()}") Decimal("1");`]);
    refused([`CALL_METHOD Address("${token()}") "mint" Decimal("1");`]);
  });

  it('is burned by nobody else', () => {
    const withdraw = `CALL_METHOD Address("${USER}") "withdraw" Address("${token()}") Decimal("0.000000001");`;
    const take = `TAKE_ALL_FROM_WORKTOP Address("${token()}") Bucket("tokens");`;
    refused([withdraw, take, 'BURN_RESOURCE Bucket("tokens");']);
    refused([`CALL_METHOD Address("${USER}") "burn" Address("${token()}") Decimal("0.000000001");`]);
  });

  it('is neither frozen nor recalled', () => {
    const vault = chain.vaultOf(USER, token());
    refused([`CALL_DIRECT_VAULT_METHOD Address("${vault}") "freeze" Tuple(7u32);`]);
    refused([`CALL_DIRECT_VAULT_METHOD Address("${vault}") "recall" Decimal("0.000000001");`]);
    assert.equal(bridge.bridgedBalance(), 1_000n);
  });

  it('has no owner and no role that anyone can change', () => {
    const roles = ['minter', 'burner', 'withdrawer', 'depositor', 'freezer', 'recaller'].flatMap((role) => [
      role,
      `${role}_updater`,
    ]);
    for (const role of roles)
      refused([`CALL_ROLE_ASSIGNMENT_METHOD Address("${token()}") "set" Enum<0u8>() "${role}" ${ALLOW_ALL};`]);
    refused([`CALL_ROLE_ASSIGNMENT_METHOD Address("${token()}") "set_owner" ${ALLOW_ALL};`]);
    refused([`CALL_METADATA_METHOD Address("${token()}") "set" "name" Enum<0u8>("another");`]);
    refused([`CALL_METADATA_METHOD Address("${token()}") "set" "icon_url" Enum<13u8>("https://example.com");`]);
  });
});

describe('the bridge’s component', () => {
  const bridge = useBridge();
  const { chain, address } = bridge;
  const refused = (instruction: string) =>
    assert.match(chain.execute([instruction], EVERYBODY).error ?? 'it succeeded', /Unauthorized/, instruction);

  it('has no owner, and roles that only it changes itself', () => {
    for (const role of ['oracle', 'guardian', 'admin', 'proposed_admin'])
      refused(`CALL_ROLE_ASSIGNMENT_METHOD Address("${address}") "set" Enum<0u8>() "${role}" ${ALLOW_ALL};`);
    refused(`CALL_ROLE_ASSIGNMENT_METHOD Address("${address}") "set_owner" ${ALLOW_ALL};`);
    refused(`CALL_ROLE_ASSIGNMENT_METHOD Address("${address}") "lock_owner";`);
    refused(`CALL_METADATA_METHOD Address("${address}") "set" "name" Enum<0u8>("another");`);
    refused(`CALL_METADATA_METHOD Address("${address}") "set" "icon_url" Enum<13u8>("https://example.com");`);
  });

  it('has a locker that takes from the bridge alone, and recovers nothing', () => {
    const { locker } = bridge;
    bridge.run(bridge.calls.lock({ amount: 1_000n * bridge.unit }));
    const message = bridge.inbound(KIND.burn);
    bridge.run(bridge.calls.release(bridge.commitAround(message), 2));
    const take = [
      `CALL_METHOD Address("${USER}") "withdraw" Address("${bridge.canonical}") Decimal("1");`,
      `TAKE_ALL_FROM_WORKTOP Address("${bridge.canonical}") Bucket("tokens");`,
    ];
    const store = `CALL_METHOD Address("${locker}") "store" Address("${USER}") Bucket("tokens") false;`;
    const airdrop = `CALL_METHOD Address("${locker}") "airdrop" Map<Address, Enum>(Address("${USER}") => Enum<0u8>(Decimal("1"))) Bucket("tokens") true;`;
    for (const call of [store, airdrop])
      assert.match(chain.execute([...take, call], EVERYBODY).error ?? 'it succeeded', /Unauthorized/, call);
    refused(
      `CALL_METHOD Address("${locker}") "recover" Address("${USER}") Address("${bridge.canonical}") Decimal("1");`,
    );
    for (const role of ['storer', 'storer_admin', 'recoverer', 'recoverer_admin'])
      refused(`CALL_ROLE_ASSIGNMENT_METHOD Address("${locker}") "set" Enum<0u8>() "${role}" ${ALLOW_ALL};`);
  });
});
