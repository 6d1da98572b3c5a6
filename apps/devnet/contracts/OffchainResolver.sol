// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// A resolver of ENS names (ENSIP-10) that keeps none: it sends clients to gateways (ERC-3668) and accepts what one of
/// its signers has signed. Addresses of gateways and signers can be changed by the owner, so that neither a move of the
/// gateway nor a rotation of keys needs a new contract.
contract OffchainResolver is Ownable {
    string[] public urls;
    mapping(address => bool) public signers;

    event UrlsChanged(string[] urls);
    event SignerChanged(address indexed signer, bool trusted);

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error AnswerExpired(uint64 expires);
    error SignerNotTrusted(address signer);

    constructor(address owner, string[] memory urls_, address[] memory signers_) Ownable(owner) {
        urls = urls_;
        emit UrlsChanged(urls_);
        for (uint256 i = 0; i < signers_.length; i++) {
            signers[signers_[i]] = true;
            emit SignerChanged(signers_[i], true);
        }
    }

    function setUrls(string[] memory urls_) external onlyOwner {
        urls = urls_;
        emit UrlsChanged(urls_);
    }

    function setSigner(address signer, bool trusted) external onlyOwner {
        signers[signer] = trusted;
        emit SignerChanged(signer, trusted);
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory request = abi.encodeCall(this.resolve, (name, data));
        revert OffchainLookup(address(this), urls, request, this.resolveWithProof.selector, request);
    }

    /// The answer of a gateway, by way of the client. It is good for this contract, this question and a few minutes.
    function resolveWithProof(bytes calldata response, bytes calldata request) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert AnswerExpired(expires);
        bytes32 digest =
            keccak256(abi.encodePacked(hex"1900", address(this), expires, keccak256(request), keccak256(result)));
        address signer = ECDSA.recover(digest, signature);
        if (!signers[signer]) revert SignerNotTrusted(signer);
        return result;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == this.resolve.selector || id == 0x01ffc9a7;
    }
}
