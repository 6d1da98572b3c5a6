// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {NameRegistry} from "./NameRegistry.sol";

interface IExtendedResolver {
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
}

struct Question {
    address sender;
    string[] urls;
    bytes data;
}

interface IBatchGateway {
    function query(Question[] calldata questions) external view returns (bool[] memory, bytes[] memory);
}

/// The one call clients make to resolve a name, as ENS's contract of this name takes it: it finds the resolver of the
/// name or of the nearest name above (ENSIP-10) and asks it, by way of a gateway where the resolver wants one.
/// For local chains: resolvers have to know `resolve(bytes,bytes)`, and names have no reverse records.
contract UniversalResolver {
    NameRegistry public immutable registry;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error ResolverNotFound(bytes name);

    constructor(NameRegistry registry_) {
        registry = registry_;
    }

    /// @param gateways where the client sends the resolver's question on (ENSIP-21); most clients do it themselves
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address)
    {
        address resolver = find(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        (bool ok, bytes memory answer) = resolver.staticcall(abi.encodeCall(IExtendedResolver.resolve, (name, data)));
        if (ok) return (abi.decode(answer, (bytes)), resolver);
        if (bytes4(answer) != OffchainLookup.selector) pass(answer);
        ask(resolver, answer, gateways);
    }

    function callback(bytes calldata response, bytes calldata extra) external view returns (bytes memory, address) {
        (address resolver, bytes4 selector, bytes memory own) = abi.decode(extra, (address, bytes4, bytes));
        (bool[] memory failures, bytes[] memory answers) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) pass(answers[0]);
        (bool ok, bytes memory answer) = resolver.staticcall(abi.encodeWithSelector(selector, answers[0], own));
        if (!ok) pass(answer);
        return (abi.decode(answer, (bytes)), resolver);
    }

    /// Clients accept only what the contract they called asks for, so the resolver's question is put into one of ours.
    function ask(address resolver, bytes memory lookup, string[] calldata gateways) private view {
        bytes memory arguments = new bytes(lookup.length - 4);
        for (uint256 i = 0; i < arguments.length; i++) arguments[i] = lookup[i + 4];
        (address sender, string[] memory urls, bytes memory data, bytes4 selector, bytes memory extra) =
            abi.decode(arguments, (address, string[], bytes, bytes4, bytes));
        require(sender == resolver, "not by the resolver");
        Question[] memory questions = new Question[](1);
        questions[0] = Question(resolver, urls, data);
        revert OffchainLookup(
            address(this),
            gateways,
            abi.encodeCall(IBatchGateway.query, (questions)),
            this.callback.selector,
            abi.encode(resolver, selector, extra)
        );
    }

    function pass(bytes memory reason) private pure {
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }

    /// The resolver of the name, else of the name without its first label, and so on.
    function find(bytes calldata name) private view returns (address) {
        for (uint256 position = 0; position < name.length && name[position] != 0; position += uint8(name[position]) + 1) {
            address resolver = registry.resolver(nodeOf(name, position));
            if (resolver != address(0)) return resolver;
        }
        return address(0);
    }

    function nodeOf(bytes calldata name, uint256 position) private pure returns (bytes32) {
        uint256 length = uint8(name[position]);
        if (length == 0) return 0;
        return keccak256(abi.encodePacked(nodeOf(name, position + 1 + length), keccak256(name[position + 1:position + 1 + length])));
    }
}
