"""The local Solana chain as Python's solana and solders see it.

Their clients parse every answer strictly, so an answer of a wrong form fails here although JavaScript would not mind.
Usage: crosscheck.py HTTP_URL WEBSOCKET_URL
"""

import asyncio
import json
import sys

from solana.exceptions import SolanaRpcException
from solana.rpc.async_api import AsyncClient
from solana.rpc.commitment import Confirmed, Finalized, Processed
from solana.rpc.core import RPCException
from solana.rpc.models import DataSliceOpts, MemcmpOpts, TokenAccountOpts, TxOpts
from solana.rpc.websocket_api import SolanaWsClient
from solders.address_lookup_table_account import AddressLookupTable, AddressLookupTableAccount
from solders.compute_budget import set_compute_unit_limit, set_compute_unit_price
from solders.keypair import Keypair
from solders.message import MessageV0
from solders.rpc.config import RpcTransactionLogsFilterMentions
from solders.signature import Signature
from solders.system_program import (
    CreateAccountParams,
    CreateLookupTableParams,
    ExtendLookupTableParams,
    TransferParams,
    create_account,
    create_lookup_table,
    extend_lookup_table,
    transfer,
)
from solders.transaction import VersionedTransaction
from solders.transaction_status import TransactionConfirmationStatus, TransactionDetails
from spl.token.constants import TOKEN_PROGRAM_ID
from spl.token.instructions import (
    create_idempotent_associated_token_account,
    get_associated_token_address,
    initialize_mint2,
    mint_to_checked,
    transfer_checked,
)
from spl.token.models import InitializeMint2Params, MintToCheckedParams, TransferCheckedParams

SOL = 1_000_000_000
MINT_BYTES = 82
ACCOUNT_BYTES = 165
POLL_SECONDS = 0.02


class Check:
    """One connection with a funded payer, and the checks in the order in which they build on each other."""

    def __init__(self, client: AsyncClient, websocket_url: str) -> None:
        self.client = client
        self.websocket_url = websocket_url
        self.payer = Keypair()
        self.friend = Keypair().pubkey()
        self.mint = Keypair()

    def transfer(self, lamports: int):
        return transfer(TransferParams(from_pubkey=self.payer.pubkey(), to_pubkey=self.friend, lamports=lamports))

    async def signed(self, instructions, signers=(), tables=()) -> VersionedTransaction:
        blockhash = (await self.client.get_latest_blockhash(Confirmed)).value.blockhash
        message = MessageV0.try_compile(self.payer.pubkey(), list(instructions), list(tables), blockhash)
        return VersionedTransaction(message, [self.payer, *signers])

    async def send(self, instructions, signers=(), tables=(), commitment=Confirmed) -> Signature:
        transaction = await self.signed(instructions, signers, tables)
        options = TxOpts(preflight_commitment=Confirmed)
        signature = (await self.client.send_transaction(transaction, options)).value
        await self.client.confirm_transaction(signature, commitment, sleep_seconds=POLL_SECONDS)
        return signature

    async def cluster(self) -> None:
        client = self.client
        assert await client.is_connected()
        assert (await client.get_version()).value.solana_core
        assert (await client.get_identity()).value
        assert (await client.get_genesis_hash()).value
        assert len((await client.get_cluster_nodes()).value) == 1
        assert (await client.get_epoch_schedule()).value.slots_per_epoch == 432_000
        assert (await client.get_epoch_info(Processed)).value.absolute_slot > 0
        assert (await client.get_slot_leader()).value
        assert len((await client.get_slot_leaders(1, 5)).value) == 5
        assert (await client.get_first_available_block()).value == 0
        assert (await client.get_minimum_ledger_slot()).value == 0
        assert (await client.get_minimum_balance_for_rent_exemption(ACCOUNT_BYTES)).value == 2_039_280
        slots = [(await client.get_slot(level)).value for level in (Finalized, Confirmed, Processed)]
        assert slots == sorted(slots), slots

    async def airdrop(self) -> None:
        signature = (await self.client.request_airdrop(self.payer.pubkey(), 100 * SOL)).value
        await self.client.confirm_transaction(signature, Finalized, sleep_seconds=POLL_SECONDS)
        for level in (Processed, Confirmed, Finalized):
            assert (await self.client.get_balance(self.payer.pubkey(), level)).value == 100 * SOL

    async def commitments(self) -> None:
        for level, rank in ((Processed, 0), (Confirmed, 1), (Finalized, 2)):
            signature = await self.send([self.transfer(SOL + rank)], commitment=level)
            [status] = (await self.client.get_signature_statuses([signature])).value
            assert status.err is None
            assert int(status.confirmation_status) >= rank, status
        assert status.confirmation_status == TransactionConfirmationStatus.Finalized
        assert status.confirmations is None
        assert (await self.client.get_balance(self.friend, Finalized)).value == 3 * SOL + 3

    async def history(self) -> None:
        client = self.client
        signature = await self.send(
            [set_compute_unit_limit(1_000), set_compute_unit_price(2_000_000), self.transfer(SOL)]
        )
        for encoding in ("json", "jsonParsed", "base64", "base58"):
            shown = (await client.get_transaction(signature, encoding, Confirmed, 0)).value
            meta = shown.transaction.meta
            assert meta.fee == 5_000 + 2_000, meta.fee
            assert meta.err is None
            assert meta.compute_units_consumed == 450
            assert meta.post_balances[1] - meta.pre_balances[1] == SOL
            assert shown.block_time > 1_700_000_000
        for encoding in ("json", "jsonParsed", "base64"):
            block = (await client.get_block(shown.slot, encoding, 0, commitment=Confirmed)).value
            assert len(block.transactions) == 1
        brief = await client.get_block(shown.slot, "json", 0, TransactionDetails.Signatures, False, Confirmed)
        assert brief.value.signatures == [signature]
        assert (await client.get_block_time(shown.slot)).value == shown.block_time
        listed = (await client.get_signatures_for_address(self.friend, limit=2, commitment=Confirmed)).value
        assert listed[0].signature == signature
        earlier = await client.get_signatures_for_address(self.friend, before=signature, limit=1, commitment=Confirmed)
        assert earlier.value[0].signature == listed[1].signature
        fees = (await client.get_recent_prioritization_fees([self.friend])).value
        assert any(fee.prioritization_fee == 2_000_000 for fee in fees)
        message = (await self.signed([set_compute_unit_price(1), self.transfer(SOL)])).message
        assert (await client.get_fee_for_message(message, Confirmed)).value == 5_001
        assert (await client.get_transaction_count(Confirmed)).value > 0
        assert (await client.get_block_height(Confirmed)).value > 0

    async def simulation(self) -> None:
        client = self.client
        fine = await self.signed([self.transfer(SOL)])
        shown = await client.simulate_transaction(
            fine, sig_verify=True, commitment=Confirmed, inner_instructions=True, accounts_addresses=[self.friend]
        )
        assert shown.value.err is None and shown.value.units_consumed == 150
        assert shown.value.accounts[0].lamports == (await client.get_balance(self.friend, Confirmed)).value + SOL
        replaced = await client.simulate_transaction(fine, commitment=Confirmed, replace_recent_blockhash=True)
        assert replaced.value.err is None
        dear = await self.signed([self.transfer(1_000_000 * SOL)])
        assert (await client.simulate_transaction(dear, commitment=Confirmed)).value.err is not None
        try:
            await client.send_transaction(dear, TxOpts(preflight_commitment=Confirmed))
            raise AssertionError("a transaction that can't be paid was taken")
        except (RPCException, SolanaRpcException) as refused:
            assert "custom program error: 0x1" in str(refused), refused

    async def tokens(self) -> None:
        client, payer, mint = self.client, self.payer.pubkey(), self.mint.pubkey()
        rent = (await client.get_minimum_balance_for_rent_exemption(MINT_BYTES)).value
        create = CreateAccountParams(
            from_pubkey=payer, to_pubkey=mint, lamports=rent, space=MINT_BYTES, owner=TOKEN_PROGRAM_ID
        )
        mint_params = InitializeMint2Params(
            decimals=6, program_id=TOKEN_PROGRAM_ID, mint=mint, mint_authority=payer
        )
        await self.send([create_account(create), initialize_mint2(mint_params)], [self.mint])
        ours, theirs = (get_associated_token_address(owner, mint) for owner in (payer, self.friend))
        common = {"program_id": TOKEN_PROGRAM_ID, "mint": mint, "decimals": 6}
        await self.send(
            [
                create_idempotent_associated_token_account(payer, payer, mint),
                create_idempotent_associated_token_account(payer, self.friend, mint),
                mint_to_checked(MintToCheckedParams(dest=ours, mint_authority=payer, amount=5_000_000, **common)),
            ]
        )
        signature = await self.send(
            [transfer_checked(TransferCheckedParams(source=ours, dest=theirs, owner=payer, amount=1_500_000, **common))]
        )
        meta = (await client.get_transaction(signature, "json", Confirmed, 0)).value.transaction.meta
        held = sorted(balance.ui_token_amount.ui_amount_string for balance in meta.post_token_balances)
        assert held == ["1.5", "3.5"], held
        assert (await client.get_token_account_balance(theirs, Confirmed)).value.ui_amount_string == "1.5"
        assert (await client.get_token_supply(mint, Confirmed)).value.amount == "5000000"
        assert len((await client.get_token_largest_accounts(mint, Confirmed)).value) == 2
        by_mint = await client.get_token_accounts_by_owner(payer, TokenAccountOpts(mint=mint), Confirmed)
        assert [account.pubkey for account in by_mint.value] == [ours]
        parsed = await client.get_token_accounts_by_owner_json_parsed(
            payer, TokenAccountOpts(program_id=TOKEN_PROGRAM_ID), Confirmed
        )
        assert parsed.value[0].account.data.parsed["info"]["tokenAmount"]["amount"] == "3500000"
        filters = [ACCOUNT_BYTES, MemcmpOpts(offset=0, bytes=str(mint))]
        held_by = await client.get_program_accounts(TOKEN_PROGRAM_ID, Confirmed, "base64", filters=filters)
        assert {account.pubkey for account in held_by.value} == {ours, theirs}
        part = await client.get_account_info(ours, Confirmed, "base58", DataSliceOpts(offset=0, length=32))
        assert bytes(part.value.data) == bytes(mint)
        assert (await client.get_account_info_json_parsed(mint, Confirmed)).value.data.parsed["type"] == "mint"
        several = (await client.get_multiple_accounts([ours, Keypair().pubkey()], Confirmed)).value
        assert several[0].lamports > 0 and several[1] is None

    async def lookup_table(self) -> None:
        payer = self.payer.pubkey()
        slot = (await self.client.get_slot(Confirmed)).value
        create, table = create_lookup_table(
            CreateLookupTableParams(authority_address=payer, payer_address=payer, recent_slot=slot)
        )
        extend = extend_lookup_table(
            ExtendLookupTableParams(
                lookup_table_address=table,
                authority_address=payer,
                payer_address=payer,
                new_addresses=[self.friend],
            )
        )
        signature = await self.send([create, extend])
        [status] = (await self.client.get_signature_statuses([signature])).value
        while (await self.client.get_slot(Confirmed)).value <= status.slot:
            await asyncio.sleep(POLL_SECONDS)
        account = (await self.client.get_account_info(table, Confirmed)).value
        addresses = AddressLookupTable.deserialize(account.data).addresses
        assert addresses == [self.friend]
        used = await self.send([self.transfer(SOL)], tables=[AddressLookupTableAccount(table, addresses)])
        shown = (await self.client.get_transaction(used, "json", Confirmed, 0)).value.transaction
        assert shown.meta.loaded_addresses.writable == [self.friend]
        assert shown.version == 0

    async def subscriptions(self) -> None:
        async with SolanaWsClient(self.websocket_url) as socket:
            await socket.account_subscribe(pubkey=self.friend, commitment=Confirmed, encoding="base64")
            await socket.logs_subscribe(filter_=RpcTransactionLogsFilterMentions(self.friend), commitment=Confirmed)
            await socket.program_subscribe(
                program_id=TOKEN_PROGRAM_ID, commitment=Confirmed, encoding="base64", filters=[ACCOUNT_BYTES]
            )
            slots = await socket.slot_subscribe()
            await socket.root_subscribe()
            transaction = await self.signed(
                [self.transfer(SOL), create_idempotent_associated_token_account(
                    self.payer.pubkey(), Keypair().pubkey(), self.mint.pubkey()
                )]
            )
            await socket.signature_subscribe(signature=transaction.signatures[0], commitment=Confirmed)
            await self.client.send_transaction(transaction, TxOpts(preflight_commitment=Confirmed))
            awaited = {
                "AccountNotification",
                "LogsNotification",
                "ProgramNotification",
                "RootNotification",
                "SignatureNotification",
                "SlotNotification",
            }
            while awaited:
                notification = await asyncio.wait_for(socket.recv(), 60)
                awaited.discard(type(notification).__name__)
            await socket.unsubscribe(slots)


async def main(url: str, websocket_url: str) -> None:
    async with AsyncClient(url, timeout=60) as client:
        check = Check(client, websocket_url)
        names = (
            "cluster",
            "airdrop",
            "commitments",
            "history",
            "simulation",
            "tokens",
            "lookup_table",
            "subscriptions",
        )
        for name in names:
            await getattr(check, name)()
            print(json.dumps({"passed": name}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
