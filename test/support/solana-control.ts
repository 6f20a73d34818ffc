import idl from '@causeway/contracts-solana/idl' with { type: 'json' };
import { callRpc, devAccount, type Family } from '@causeway/devnet';
import { Connection, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import type { ChainControl, WithDevnet } from './control.ts';
import { until } from './wait.ts';

/** A test's control over the Solana chain of the stack. */
export class SolanaControl implements ChainControl {
  readonly #url: string;
  readonly #program: PublicKey;

  constructor({ devnet }: WithDevnet, family: Family) {
    this.#url = devnet.chain('solana').node.url;
    this.#program = new PublicKey(devnet.deployment('solana').bridges[family]?.address ?? '');
  }

  async freeze(): Promise<void> {
    await callRpc(this.#url, 'causeway_pauseSlots');
  }

  async thaw(): Promise<void> {
    await callRpc(this.#url, 'causeway_resumeSlots');
  }

  async mine(blocks: number): Promise<void> {
    await callRpc(this.#url, 'causeway_advanceSlots', [blocks]);
  }

  async head(): Promise<number> {
    return Number(await callRpc(this.#url, 'getSlot', [{ commitment: 'confirmed' }]));
  }

  async blockOf(transaction: string): Promise<number> {
    const answer = (await callRpc(this.#url, 'getSignatureStatuses', [[transaction]])) as {
      readonly value: readonly [{ readonly slot: number }];
    };
    return answer.value[0].slot;
  }

  pauseInbound(): Promise<void> {
    return this.#send('guardian', 'pause_inbound');
  }

  unpauseInbound(): Promise<void> {
    return this.#send('deployer', 'unpause_inbound');
  }

  /** Runs an instruction of one role whose only account is the bridge. */
  async #send(role: 'guardian' | 'deployer', name: string): Promise<void> {
    const connection = new Connection(this.#url, 'confirmed');
    const authority = Keypair.fromSeed(Buffer.from(devAccount(role, 'solana').privateKey.slice(2), 'hex'));
    const derive = (seed: string) => PublicKey.findProgramAddressSync([Buffer.from(seed)], this.#program)[0];
    const instruction = new TransactionInstruction({
      programId: this.#program,
      keys: [
        { pubkey: authority.publicKey, isSigner: true, isWritable: false },
        { pubkey: derive('bridge'), isSigner: false, isWritable: true },
        { pubkey: derive('__event_authority'), isSigner: false, isWritable: false },
        { pubkey: this.#program, isSigner: false, isWritable: false },
      ],
      data: Buffer.from(idl.instructions.find((one) => one.name === name)?.discriminator ?? []),
    });
    const sent = await connection.sendTransaction(new Transaction().add(instruction), [authority]);
    // Polled, because a subscription's socket would reconnect endlessly once the node has stopped.
    await until(`${name} is confirmed`, async () => {
      const { value } = await connection.getSignatureStatus(sent);
      if (value?.err) throw new Error(`${name} failed: ${JSON.stringify(value.err)}`);
      return value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized';
    });
  }
}
