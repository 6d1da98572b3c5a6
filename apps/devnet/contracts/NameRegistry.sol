// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// What a local chain lacks to resolve names: which contract answers for which name. Of the ENS registry it has what
/// resolving needs, and nothing else.
contract NameRegistry {
    address public immutable owner = msg.sender;
    mapping(bytes32 => address) public resolver;

    function setResolver(bytes32 node, address resolver_) external {
        require(msg.sender == owner, "only the owner");
        resolver[node] = resolver_;
    }
}
