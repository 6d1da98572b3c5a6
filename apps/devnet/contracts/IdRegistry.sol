// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The part of Farcaster's IdRegistry that verifying a login needs: the account number (fid) of a custody
/// address. On a local chain everybody may register, and chooses the number.
contract IdRegistry {
    mapping(address custody => uint256 fid) public idOf;
    mapping(uint256 fid => address custody) public custodyOf;

    event Register(address indexed to, uint256 indexed id, address recovery);

    /// @notice The sender has a number already, or somebody has this one.
    error HasId();

    function register(uint256 fid) external {
        if (fid == 0 || idOf[msg.sender] != 0 || custodyOf[fid] != address(0)) revert HasId();
        idOf[msg.sender] = fid;
        custodyOf[fid] = msg.sender;
        emit Register(msg.sender, fid, address(0));
    }
}
